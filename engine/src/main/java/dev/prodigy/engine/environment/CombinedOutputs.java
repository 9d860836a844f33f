package dev.prodigy.engine.environment;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.SetupCapture;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Of which steps both output streams are wanted as one text, in order of arrival (spec 03 §2, `source: combined`).
///
/// Two pipes lose the order of what was written between two looks at them. A step of which nothing reads a stream by
/// itself writes both into one.
///
/// @param asked paths of the steps
/// @param together those of them that have one pipe
public record CombinedOutputs(Set<String> asked, Set<String> together) {
    /// Of none.
    public static final CombinedOutputs NONE = new CombinedOutputs(Set.of(), Set.of());

    private static final List<String> READERS = List.of(".stdout", ".stderr", ".output");

    public CombinedOutputs {
        asked = Set.copyOf(asked);
        together = Set.copyOf(together);
    }

    static CombinedOutputs of(Workflow workflow) {
        if (!(workflow instanceof Workflow.MapReduce mapReduce)) {
            return NONE;
        }
        var asked = new HashSet<String>();
        var apart = new HashSet<String>();
        for (var capture : mapReduce.captures()) {
            (capture.source() == SetupCapture.Source.COMBINED ? asked : apart).add(capture.step());
        }
        if (asked.isEmpty()) {
            return NONE;
        }
        var together = new HashSet<String>();
        var steps = AllSteps.of(workflow);
        boolean read = steps.stream()
                .map(Step::toString)
                .anyMatch(text -> READERS.stream().anyMatch(text::contains));
        for (var step : steps) {
            boolean captured = step.options().captures().areRead();
            if (!read && !captured && asked.contains(step.path()) && !apart.contains(step.path())) {
                together.add(step.path());
            }
        }
        return new CombinedOutputs(asked, together);
    }
}
