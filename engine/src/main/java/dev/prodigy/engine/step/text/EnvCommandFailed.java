package dev.prodigy.engine.step.text;

import dev.prodigy.model.error.ErrorRecord;

/// The command of an entry of an `env` that is run at each step failed: that is no step's failure but the run's, and no
/// reaction, retry or tolerance of a step sees it (spec 01 §13).
public final class EnvCommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ErrorRecord error;

    EnvCommandFailed(ErrorRecord error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    /// @return what the run fails with
    public ErrorRecord error() {
        return error;
    }
}
