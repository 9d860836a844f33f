package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.Scratch;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Ignored files of the user's checkout, such as `.env`, that every worktree gets a copy of (spec 03 §9, `include`).
///
/// @param source the user's checkout
/// @param paths from its top
public record IncludedFiles(Path source, List<String> paths) {
    private static final String PATTERN_FILE = ".worktreeinclude";

    public IncludedFiles {
        paths = List.copyOf(paths);
    }

    /// Finds the files, once per run. git itself matches the patterns.
    ///
    /// @param patterns in gitignore syntax, from the repository's root; null for the lines of `.worktreeinclude`
    public static IncludedFiles find(Repository repository, @Nullable List<String> patterns) {
        var top = repository.checkout().root();
        try {
            if (patterns != null) {
                var file = Scratch.file(repository.scratch(), "include");
                try {
                    Files.write(file, patterns);
                    return new IncludedFiles(top, matching(repository, file));
                } finally {
                    Files.delete(file);
                }
            }
            var file = top.resolve(PATTERN_FILE);
            return new IncludedFiles(top, Files.isRegularFile(file) ? matching(repository, file) : List.of());
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot find the files to include", e);
        }
    }

    /// Copies the files; those that a worktree has already stay as they are there.
    ///
    /// @param top the worktree's top directory
    /// @throws GitFailure WORKTREE_ERROR
    public void copyTo(Path top) {
        try {
            for (var path : paths) {
                copy(source.resolve(path), top.resolve(path), top);
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot copy the included files to " + top, e);
        }
    }

    /// Removes the copies from a worktree. What it tracks is none.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    void removeFrom(Git git, WorkTree tree) {
        var tracked = Set.copyOf(git.run(GitCommand.at(tree, "ls-files", "-z"))
                .orThrow(GitCode.WORKTREE_ERROR)
                .fields());
        try {
            for (var path : paths) {
                var copy = tree.root().resolve(path);
                if (!tracked.contains(path) && Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS)) {
                    requireInside(tree.root(), copy.resolveSibling(""));
                    Files.delete(copy);
                }
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot remove copies from " + tree.root(), e);
        }
    }

    /// @return those that git does not ignore in a worktree
    /// @throws GitFailure WORKTREE_ERROR
    IncludedFiles notIgnoredIn(Git git, WorkTree tree) {
        var others = new ArrayList<>(paths);
        others.removeAll(Set.copyOf(ignored(git, tree, paths)));
        return new IncludedFiles(source, others);
    }

    private static List<String> matching(Repository repository, Path patterns) {
        var untracked = repository
                .git()
                .run(GitCommand.at(repository.checkout(), "ls-files", "-z", "--others", "--ignored")
                        .and("--exclude-from=" + patterns.toAbsolutePath()))
                .orThrow(GitCode.WORKTREE_ERROR);
        // A nested repository is one entry that ends with a slash: it is no file to copy.
        var files =
                untracked.fields().stream().filter(path -> !path.endsWith("/")).toList();
        return ignored(repository.git(), repository.checkout(), files);
    }

    private static List<String> ignored(Git git, WorkTree tree, List<String> files) {
        if (files.isEmpty()) {
            return List.of();
        }
        var ignored =
                git.run(GitCommand.at(tree, "check-ignore", "-z", "--stdin").reading(String.join("\0", files) + "\0"));
        return ignored.exit() == 1
                ? List.of()
                : ignored.orThrow(GitCode.WORKTREE_ERROR).fields();
    }

    /// A file that vanished since is left out. The JDK's copy shares the blocks where the file system can.
    private static void copy(Path from, Path to, Path top) throws IOException {
        if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS) || Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        var existing = to.resolveSibling("");
        while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
            existing = existing.resolveSibling("");
        }
        requireInside(top, existing);
        Files.createDirectories(to.resolveSibling(""));
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }

    private static void requireInside(Path top, Path folder) throws IOException {
        if (!folder.toRealPath().startsWith(top.toRealPath())) {
            throw new IOException(folder + " leads out of the worktree");
        }
    }
}
