package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The settings that belong to one worktree alone, as they were when it was made. A step that changes them, with
/// `git sparse-checkout` for example, would change what the next item finds.
final class SlotSettings {
    private static final String FILE = "prodigy-settings";

    private SlotSettings() {}

    /// Remembers the settings of a new worktree.
    static void remember(WorkTree tree) {
        try {
            Files.writeString(tree.own(FILE), now(tree));
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    /// @return whether they are as they were
    static boolean areUnchanged(WorkTree tree) {
        try {
            return Files.readString(tree.own(FILE)).equals(now(tree));
        } catch (IOException e) {
            return false;
        }
    }

    private static String now(WorkTree tree) throws IOException {
        return textOf(tree.own("config.worktree")) + "\0" + textOf(tree.own("info/sparse-checkout"));
    }

    private static String textOf(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readString(file) : "";
    }
}
