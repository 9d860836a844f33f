package dev.prodigy.runtime.item;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;

/// The list of work items cannot be made: the run fails before any item starts.
public final class ItemRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ErrorRecord error;

    /// @param error the run's error
    public ItemRefused(ErrorRecord error) {
        super(error.message());
        this.error = error;
    }

    /// @param code such as INPUT_NOT_FOUND
    public ItemRefused(KnownCode code, String message) {
        this(ErrorRecord.of(code.row(), message));
    }

    /// @return the run's error
    public ErrorRecord error() {
        return error;
    }
}
