package dev.prodigy.lang.lint;

import dev.prodigy.model.workflow.Workflow;

/// One rule, or a few that look at the same thing.
interface Check {
    /// Looks at a workflow that could be decoded.
    ///
    /// @param report receives what is doubtful or wrong
    void check(Workflow workflow, Report report);
}
