package dev.prodigy.model.workflow;

import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.text.Data;
import java.util.List;
import java.util.Map;

/// An entry of `workflows` (spec 01 §12).
///
/// @param source path or name of the workflow
/// @param call whether a `workflow:` step names it; else it runs before the first step
/// @param parallel runs together with its neighbours that say so too
public record SubWorkflowEntry(
        String name,
        String source,
        Map<String, Data> with,
        List<String> outputs,
        boolean call,
        boolean parallel,
        StepOptions options) {}
