package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/// Tells whether a git process may be holding a lock of a worktree. Those that only answer questions, which prodigy
/// and editors keep open, do not.
final class GitAtWork {
    private static final Set<String> READERS = Set.of("cat-file", "diff-tree", "update-ref", "fsmonitor--daemon");

    private GitAtWork() {}

    /// @return whether one that may write works in the worktree or its git directory
    static boolean in(WorkTree tree) {
        return ProcessHandle.allProcesses()
                .filter(GitAtWork::mayWrite)
                .map(GitAtWork::directory)
                .anyMatch(directory -> directory.startsWith(tree.root()) || directory.startsWith(tree.gitDir()));
    }

    private static boolean mayWrite(ProcessHandle process) {
        var info = process.info();
        var program = info.command().map(Path::of).map(Path::getFileName).map(Path::toString);
        return program.filter(name -> name.equals("git") || name.startsWith("git-"))
                        .isPresent()
                && Arrays.stream(info.arguments().orElse(new String[0])).noneMatch(READERS::contains);
    }

    /// @return where it works; of a process that is gone or another user's, a path that nothing starts with
    private static Path directory(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"));
        } catch (IOException e) {
            return Path.of("");
        }
    }
}
