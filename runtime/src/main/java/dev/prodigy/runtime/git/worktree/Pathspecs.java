package dev.prodigy.runtime.git.worktree;

import java.util.List;
import java.util.stream.Collectors;

/// How git is told of paths.
public final class Pathspecs {
    private Pathspecs() {}

    /// @return pathspecs that exclude the entries' paths, each ended by NUL
    public static String excluding(List<StatusEntry> entries) {
        return entries.stream()
                .map(entry -> ":(exclude,top,literal)" + entry.path() + "\0")
                .collect(Collectors.joining());
    }
}
