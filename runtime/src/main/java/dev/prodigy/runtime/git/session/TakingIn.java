package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The mark of a merge that prodigy itself began in the session worktree, so that its conflicts are resolved there: a
/// file beside git's own of the worktree. By it a later process tells a merge that was cut off from one that a step
/// left unfinished (spec 03 §14).
final class TakingIn {
    private final Path mark;
    private final Path merging;

    TakingIn(WorkTree tree) {
        this.mark = tree.own("prodigy-merge");
        this.merging = tree.own("MERGE_HEAD");
    }

    /// It is about to begin.
    void begins(ObjectId theirs) {
        try {
            Files.writeString(
                    mark,
                    theirs.hex(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write " + mark, e);
        }
    }

    /// It has ended, one way or the other.
    void ended() {
        try {
            Files.deleteIfExists(mark);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot remove " + mark, e);
        }
    }

    /// @return whether it was cut off: the worktree is still amid that very merge
    boolean wasCutOff() {
        var theirs = read(mark);
        return !theirs.isEmpty() && theirs.equals(read(merging));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read " + file, e);
        }
    }
}
