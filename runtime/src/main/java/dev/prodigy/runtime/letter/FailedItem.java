package dev.prodigy.runtime.letter;

import dev.prodigy.model.error.ErrorRecord;
import org.jspecify.annotations.Nullable;

/// An item that failed for good, as the closing summary tells of it (spec 03 §6).
///
/// @param handlerError what its custom handler failed with, or null
/// @param branch where its commits are, or null
/// @param salvageRef where its uncommitted work is, or null
/// @param keptDirectory the directory that holds its uncommitted work where no reference could, or null
/// @param hasLogs whether any of its attempts left a log
public record FailedItem(
        String itemId,
        ErrorRecord error,
        @Nullable ErrorRecord handlerError,
        @Nullable String branch,
        @Nullable String salvageRef,
        @Nullable String keptDirectory,
        boolean hasLogs) {

    /// @return the same, whose branch somebody has deleted
    public FailedItem withoutBranch() {
        return new FailedItem(itemId, error, handlerError, null, salvageRef, keptDirectory, hasLogs);
    }

    /// @return the item of a letter, or null where the journal does not tell what it failed with
    public static @Nullable FailedItem of(DeadLetter letter) {
        var error = letter.error();
        var facts = letter.facts();
        return error == null
                ? null
                : new FailedItem(
                        letter.identity().itemId(),
                        error,
                        letter.handlerError(),
                        facts.branch(),
                        facts.salvageRef(),
                        facts.keptDirectory(),
                        letter.hasLogs());
    }
}
