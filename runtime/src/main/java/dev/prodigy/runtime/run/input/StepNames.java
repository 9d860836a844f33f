package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.Set;

/// The names that a workflow and its steps may give to what runs in them, with or without a value.
public final class StepNames {
    private StepNames() {}

    /// @return variables of loops
    static Set<String> ofLoops(Workflow workflow) {
        var names = new HashSet<String>();
        for (var step : AllSteps.of(workflow)) {
            if (step.kind() instanceof StepKind.Foreach loop) {
                names.add(loop.as());
            }
        }
        return names;
    }

    /// @return variables of loops, captures, entries of `env`
    public static Set<String> of(Workflow workflow) {
        var names = ofLoops(workflow);
        names.addAll(StepDeclarations.of(workflow, false).captures());
        AllSteps.of(workflow)
                .forEach(
                        step -> names.addAll(step.options().surroundings().env().keySet()));
        var environment = workflow.header().environment();
        names.addAll(environment.env().keySet());
        environment.profiles().values().forEach(entries -> names.addAll(entries.keySet()));
        return names;
    }
}
