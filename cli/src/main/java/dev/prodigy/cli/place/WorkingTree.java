package dev.prodigy.cli.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds the git working tree around a directory by looking at files: commands that only read need not
/// wait for git.
public final class WorkingTree {
    private static final String LINK = "gitdir: ";

    private WorkingTree() {}

    /// @param directory absolute
    /// @return the top of the working tree that the directory is in, or null outside of one
    public static @Nullable Path around(Path directory) {
        for (var folder = directory; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                return folder;
            }
        }
        return null;
    }

    /// @param directory absolute
    /// @return the canonical path of the repository's main working tree, to which linked worktrees
    ///     belong (spec 05 §5.1); null outside of a repository
    public static @Nullable Path main(Path directory) {
        var top = around(directory);
        if (top == null) {
            return null;
        }
        try {
            var linked = linkedTo(top);
            return (linked == null ? top : linked).toRealPath();
        } catch (IOException e) {
            return top;
        }
    }

    /// A linked worktree has a file `.git` that names its git directory, which names the common one.
    private static @Nullable Path linkedTo(Path top) throws IOException {
        var link = top.resolve(".git");
        if (Files.isDirectory(link)) {
            return null;
        }
        var text = Files.readString(link).strip();
        if (!text.startsWith(LINK)) {
            return null;
        }
        var gitDir = top.resolve(text.substring(LINK.length()));
        var common = gitDir.resolve("commondir");
        if (!Files.isRegularFile(common)) {
            return null;
        }
        var commonDir = gitDir.resolve(Files.readString(common).strip()).normalize();
        return commonDir.endsWith(".git") ? commonDir.getParent() : null;
    }
}
