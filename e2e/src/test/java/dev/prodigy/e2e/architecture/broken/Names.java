package dev.prodigy.e2e.architecture.broken;

/// Names that say nothing of a job.
public final class Names {
    private Names() {}

    interface RunManager {}

    interface RunHelper {}

    interface RunUtil {}

    interface RunUtils {}

    interface RunImpl {}

    interface RunOps {}

    interface RunFacade {}
}
