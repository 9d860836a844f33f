package dev.prodigy.runtime.run;

import dev.prodigy.lang.load.WholeForm;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which steps of a workflow run the templates and workflows that it is made of.
final class PartsInUse {
    private final Map<String, List<String>> steps = new HashMap<>();

    private PartsInUse() {}

    static PartsInUse of(RunnableWorkflow workflow) {
        var uses = new PartsInUse();
        AllSteps.of(workflow.workflow()).forEach(step -> {
            switch (step.kind()) {
                case StepKind.Inline inline -> uses.add(WholeForm.template(inline.template()), step.path());
                case StepKind.SubWorkflow call -> uses.add(workflow.placeOf(call), step.path());
                case StepKind.Shell _,
                        StepKind.Agent _,
                        StepKind.Foreach _,
                        StepKind.WriteFile _,
                        StepKind.Validate _,
                        StepKind.Removed _ -> {}
            }
        });
        workflow.workflow().header().workflows().stream()
                .filter(entry -> !entry.isCalled())
                .forEach(entry ->
                        uses.add(workflow.placeOf(entry.child()), entry.step().path()));
        return uses;
    }

    private void add(NodePath part, String step) {
        steps.computeIfAbsent(part.toString(), _ -> new ArrayList<>()).add(step);
    }

    /// @param change a path in the whole form
    /// @return the paths of the steps that run what stands there; the path itself where no such part stands there,
    ///     or one that no step runs
    List<String> concernedBy(String change) {
        var concerned = steps.entrySet().stream()
                .filter(part -> isIn(part.getKey(), change) || isIn(change, part.getKey()))
                .flatMap(part -> part.getValue().stream())
                .toList();
        return concerned.isEmpty() ? List.of(change) : concerned;
    }

    private static boolean isIn(String outer, String path) {
        return path.startsWith(outer)
                && (path.length() == outer.length()
                        || path.charAt(outer.length()) == '.'
                        || path.charAt(outer.length()) == '[');
    }
}
