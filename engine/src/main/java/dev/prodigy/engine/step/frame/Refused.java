package dev.prodigy.engine.step.frame;

import dev.prodigy.model.error.ErrorRecord;

/// A step cannot begin, or an execution cannot be judged: a text has no value, a directory is missing (spec
/// 01 §4). It unwinds to whoever runs the step's executions; no retry, handler or tolerance sees it as an
/// ordinary failure.
public final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ErrorRecord error;

    /// @param error with which the step fails
    public Refused(ErrorRecord error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    /// @return what the step fails with
    public ErrorRecord error() {
        return error;
    }
}
