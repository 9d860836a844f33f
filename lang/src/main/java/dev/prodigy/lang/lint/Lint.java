package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.model.workflow.Workflow;

/// The checks that need the whole workflow (spec 05 §3).
public final class Lint {
    private Lint() {}

    /// Reports what is doubtful about a workflow that could be decoded.
    public static void check(Workflow workflow, Decoding decoding) {
        java.util.Objects.requireNonNull(workflow);
        java.util.Objects.requireNonNull(decoding);
    }
}
