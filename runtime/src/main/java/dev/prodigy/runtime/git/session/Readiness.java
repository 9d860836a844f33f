package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// How far a session worktree has come on its way to the first step: a file beside git's own of the worktree. A later
/// process goes on where an earlier one was cut off or failed (spec 03 §9, §14).
final class Readiness {
    private static final String FILLED = "filled";
    private static final String READY = "ready";

    private final Path mark;

    Readiness(WorkTree tree) {
        this.mark = tree.own("prodigy-session");
    }

    /// @return whether files, submodules and copies are all there
    boolean isFilled() {
        return !read().isEmpty();
    }

    /// @return whether `worktree.setup` has ended well, too
    boolean isReady() {
        return read().equals(READY);
    }

    void filled() {
        write(FILLED);
    }

    void ready() {
        write(READY);
    }

    private void write(String stage) {
        try {
            Files.writeString(mark, stage);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write " + mark, e);
        }
    }

    private String read() {
        try {
            return Files.readString(mark).strip();
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read " + mark, e);
        }
    }
}
