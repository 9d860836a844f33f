package dev.prodigy.runtime.run.changes;

import dev.prodigy.lang.load.WholeForm;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which steps of a workflow run the templates and workflows that it is made of.
final class PartsInUse {
    private final Map<String, List<Use>> uses = new HashMap<>();

    private PartsInUse() {}

    /// A step that runs a part, or the place in it that says so.
    ///
    /// @param list what the part's steps stand in where they run; null where they belong to another run
    private record Use(String step, @Nullable String list) {
        String inside(String part, String change) {
            var commands = part + ".commands[";
            return list != null && change.startsWith(commands) ? list + change.substring(commands.length() - 1) : step;
        }
    }

    static PartsInUse of(RunnableWorkflow workflow) {
        var uses = new PartsInUse();
        AllSteps.of(workflow.workflow()).forEach(step -> {
            switch (step.kind()) {
                case StepKind.Inline inline ->
                    uses.add(
                            WholeForm.template(inline.template()),
                            new Use(step.path(), step.path() + "." + inline.keyword()));
                case StepKind.SubWorkflow call ->
                    uses.add(workflow.placeOf(call), new Use(step.path() + "." + call.keyword(), null));
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
                .forEach(entry -> uses.add(
                        workflow.placeOf(entry.child()), new Use(entry.step().path(), null)));
        return uses;
    }

    private void add(NodePath part, Use use) {
        uses.computeIfAbsent(part.toString(), _ -> new ArrayList<>()).add(use);
    }

    /// @param change a path in the whole form
    /// @return the places that run what stands there, where that is a template's step its own; the path itself
    ///     where no such part stands there, or one that no step runs
    List<String> concernedBy(String change) {
        var concerned = uses.entrySet().stream()
                .filter(part -> isIn(part.getKey(), change) || isIn(change, part.getKey()))
                .flatMap(part -> part.getValue().stream().map(use -> use.inside(part.getKey(), change)))
                .toList();
        return concerned.isEmpty() ? List.of(change) : concerned;
    }

    /// @return whether a path is another one or leads to something in it
    static boolean isIn(String outer, String path) {
        return path.startsWith(outer)
                && (path.length() == outer.length()
                        || path.charAt(outer.length()) == '.'
                        || path.charAt(outer.length()) == '[');
    }
}
