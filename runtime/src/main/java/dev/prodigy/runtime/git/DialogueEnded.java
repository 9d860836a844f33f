package dev.prodigy.runtime.git;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A git command that was kept open has ended without a word, as one that somebody killed or that gave no
/// answer. Its question may be asked again, of another.
public final class DialogueEnded extends GitFailure {
    private static final long serialVersionUID = 1;

    /// @param name of the command, such as `git diff-tree`
    /// @param stood how long it had stood still when it was ended for that; null when it ended otherwise
    DialogueEnded(String name, @Nullable Duration stood) {
        super(
                GitCode.GIT_ERROR,
                stood == null
                        ? "`" + name + "` ended without a word; somebody seems to have killed it"
                        : "`" + name + "` neither answered nor worked for " + stood.toSeconds() + " s, and was ended");
    }
}
