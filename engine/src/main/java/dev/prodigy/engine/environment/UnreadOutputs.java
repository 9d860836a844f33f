package dev.prodigy.engine.environment;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Of which steps of items nobody reads `.output` and its kin. Of theirs only the end need be kept, and what they
/// capture: many items may print at once, and much.
final class UnreadOutputs {
    private static final Pattern OF_ITEM = Pattern.compile("map\\.agent_template\\[\\d+]");
    private static final List<String> READERS = List.of(".output", ".stdout", ".stderr");

    private UnreadOutputs() {}

    /// @return the paths of the steps
    static Set<String> of(Workflow workflow) {
        var unread = new HashSet<String>();
        if (!(workflow instanceof Workflow.MapReduce)) {
            return unread;
        }
        var steps = AllSteps.of(workflow).stream()
                .filter(step -> step.path().startsWith("map."))
                .toList();
        var header = workflow.header();
        var around = header.environment().toString() + header.agents();
        if (reads(around) || steps.stream().map(Step::toString).anyMatch(UnreadOutputs::reads)) {
            return unread;
        }
        for (var step : steps) {
            if (step.kind() instanceof StepKind.Shell
                    && step.options().captures().outputFile() == null
                    && OF_ITEM.matcher(step.path()).matches()) {
                unread.add(step.path());
            }
        }
        return unread;
    }

    private static boolean reads(String text) {
        return READERS.stream().anyMatch(text::contains);
    }
}
