package dev.prodigy.lang.shell.request;

/// Says what a placeholder candidate of a shell text stands for.
@FunctionalInterface
public interface Resolver {

    /// Called at most once for each `${…}` of the text that stands where a placeholder can be filled; never for one
    /// in a comment or behind an active backslash.
    ///
    /// @param body what stands between `${` and its closing brace, blanks and all
    /// @return the fill; {@link Fill.Foreign} when the body is not the workflow's
    Fill fill(String body);
}
