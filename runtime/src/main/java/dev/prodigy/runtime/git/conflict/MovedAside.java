package dev.prodigy.runtime.git.conflict;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The files that git moves aside in a merge because there is something else of their name: a folder, or a file of
/// another kind. It appends `~` and the side they are of.
public final class MovedAside {
    private MovedAside() {}

    /// @param paths in conflict, as git names them
    /// @param sides that git was told to merge, as it was told
    /// @return what they are called on their side
    public static List<String> named(List<String> paths, String... sides) {
        var ending = Pattern.compile(
                Stream.of(sides).map(Pattern::quote).collect(Collectors.joining("|", "~(?:", ")(?:_\\d+)?$")));
        return paths.stream()
                .map(path -> ending.matcher(path).replaceFirst(""))
                .distinct()
                .toList();
    }
}
