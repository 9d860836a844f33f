package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The two files that tie a linked worktree to its repository: `.git` in the worktree and `gitdir` in its own git
/// directory. A step may have broken either.
public final class WorktreeLink {
    private static final String PREFIX = "gitdir: ";
    private static final int LONGEST = 16 * 1024;

    private WorktreeLink() {}

    /// @return the worktree at a directory, as its `.git` file says; nothing when there is no such file
    public static Optional<WorkTree> at(Path root) {
        return read(root.resolve(".git"))
                .filter(text -> text.startsWith(PREFIX))
                .map(text -> new WorkTree(
                        root, root.resolve(text.substring(PREFIX.length())).normalize()));
    }

    /// @return whether the directory is still a worktree of this repository
    public static boolean isIntact(WorkTree tree, Path commonDir) {
        return at(tree.root())
                        .filter(actual -> isSame(actual.gitDir(), tree.gitDir()))
                        .isPresent()
                && read(tree.own("gitdir"))
                        .filter(text ->
                                isSame(tree.gitDir().resolve(text), tree.root().resolve(".git")))
                        .isPresent()
                && isOf(tree, commonDir);
    }

    /// @return whether the directory is a worktree of this repository that somebody moved, with the home it lies in,
    /// while
    ///     git has it where it was: there is nothing any more
    static boolean isMoved(WorkTree tree, Path commonDir) {
        return isOf(tree, commonDir)
                && read(tree.own("gitdir"))
                        .filter(text -> Files.notExists(tree.gitDir().resolve(text)))
                        .isPresent();
    }

    private static boolean isOf(WorkTree tree, Path commonDir) {
        return read(tree.own("commondir"))
                        .filter(text -> isSame(tree.gitDir().resolve(text), commonDir))
                        .isPresent()
                && Files.isRegularFile(tree.own("HEAD"));
    }

    /// @return the git directories that are registered for a directory, whatever is in it; usually one
    public static List<Path> gitDirsOf(Path root, Path commonDir) throws IOException {
        var found = new ArrayList<Path>();
        var registrations = commonDir.resolve("worktrees");
        if (Files.isDirectory(registrations)) {
            try (var each = Files.newDirectoryStream(registrations)) {
                for (var gitDir : each) {
                    var link = read(gitDir.resolve("gitdir"));
                    if (link.isPresent()
                            && gitDir.resolve(link.get()).normalize().equals(root.resolve(".git"))) {
                        found.add(gitDir);
                    }
                }
            }
        }
        return found;
    }

    private static Optional<String> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                return Optional.empty();
            }
            String text = Files.readString(file);
            return Optional.of(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }
}
