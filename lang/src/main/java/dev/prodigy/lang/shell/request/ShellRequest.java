package dev.prodigy.lang.shell.request;

import java.util.Map;

/// A shell text of a workflow and all that decides how it is run (spec 01 §9).
///
/// @param text as the author wrote it
/// @param dialect the shell that will run it
/// @param resolver gives the placeholders their fills
/// @param environment what the shell will inherit besides
/// @param plainNames the plain names of spec 01 §7 with their texts (§8.3), identifiers or not
/// @param limits how much may be passed, and how
public record ShellRequest(
        String text,
        Dialect dialect,
        Resolver resolver,
        Map<String, String> environment,
        Map<String, String> plainNames,
        ValueLimits limits) {

    /// @return a request for bash with no plain names and the standard limits
    public static ShellRequest bash(String text, Resolver resolver) {
        return new ShellRequest(text, Dialect.BASH, resolver, Map.of(), Map.of(), ValueLimits.STANDARD);
    }

    /// @return this request for another shell
    public ShellRequest in(Dialect other) {
        return new ShellRequest(text, other, resolver, environment, plainNames, limits);
    }

    /// @return this request with these variables around it
    public ShellRequest inheriting(Map<String, String> variables) {
        return new ShellRequest(text, dialect, resolver, variables, plainNames, limits);
    }

    /// @return this request with these plain names
    public ShellRequest naming(Map<String, String> names) {
        return new ShellRequest(text, dialect, resolver, environment, names, limits);
    }

    /// @return this request with other limits
    public ShellRequest within(ValueLimits other) {
        return new ShellRequest(text, dialect, resolver, environment, plainNames, other);
    }
}
