package dev.prodigy.runtime.run;

import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A workflow that was loaded without errors, with those that it runs.
///
/// @param normalForm its composed normal form
/// @param source the file's text
/// @param path absolute, or null for stdin
/// @param children the workflows that it runs, as its steps name their files
public record RunnableWorkflow(
        Workflow workflow,
        Value normalForm,
        String source,
        @Nullable String path,
        Map<String, RunnableWorkflow> children) {
    public RunnableWorkflow {
        children = Map.copyOf(children);
    }

    /// @return whether a run of it may merge what items commit into a branch
    boolean hasItems() {
        return workflow instanceof Workflow.MapReduce
                || children.values().stream().anyMatch(RunnableWorkflow::hasItems);
    }
}
