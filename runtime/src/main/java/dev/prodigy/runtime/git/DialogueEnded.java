package dev.prodigy.runtime.git;

import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A git command that was kept open has ended without a word, as one that somebody killed or that gave no
/// answer. Its question may be asked again, of another.
public final class DialogueEnded extends GitFailure {
    private static final long serialVersionUID = 1;

    /// How often a question is asked whose commands are killed each time.
    private static final int TRIES = 3;

    private final boolean killed;
    private final transient Path directory;

    /// @param name of the command, such as `git diff-tree`
    /// @param stood how long it had stood still when it was ended for that; null when it ended otherwise
    /// @param directory where it ran
    DialogueEnded(String name, @Nullable Duration stood, Path directory) {
        super(
                GitCode.GIT_ERROR,
                stood == null
                        ? "`" + name + "` ended without a word; somebody seems to have killed it"
                        : "`" + name + "` neither answered nor worked for " + stood.toSeconds() + " s, and was ended");
        this.killed = stood == null;
        this.directory = directory;
    }

    /// Asks, and asks another command when one has ended: once where it stood still, twice where somebody kills them.
    ///
    /// @param question that leaves nothing behind which asking again would find
    /// @return the answer
    /// @throws StorageFailure KILLED when each was killed: no item answers for that
    public static <T> T askedAgain(Supplier<T> question) {
        for (int tries = 1; ; tries++) {
            try {
                return question.get();
            } catch (DialogueEnded e) {
                if (!e.killed && tries > 1) {
                    throw e;
                }
                if (tries == TRIES) {
                    throw e.asKilled();
                }
            }
        }
    }

    private StorageFailure asKilled() {
        return new StorageFailure(
                StorageFailure.Reason.KILLED, directory, getMessage() + ", " + TRIES + " times in a row", this);
    }
}
