package dev.prodigy.engine.environment;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.SetupCapture;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Of which steps both output streams are wanted as one text, in order of arrival (spec 01 §3, `capture_streams: both`;
/// spec 03 §2, `source: combined`).
///
/// Two pipes lose the order of what was written between two looks at them. A step of which nothing reads a stream by
/// itself writes both into one.
///
/// @param asked paths of the steps whose combined output setup takes, or a step whose place they may take
/// @param together paths of the steps that have one pipe
public record CombinedOutputs(Set<String> asked, Set<String> together) {
    /// Of none.
    public static final CombinedOutputs NONE = new CombinedOutputs(Set.of(), Set.of());

    /// What a step's output is called besides its own names, if only because it may be the latest.
    private static final List<String> OF_ANY = List.of("shell", "last", "step");

    public CombinedOutputs {
        asked = Set.copyOf(asked);
        together = Set.copyOf(together);
    }

    static CombinedOutputs of(Workflow workflow) {
        var asked = new HashSet<String>();
        var apart = new HashSet<String>();
        if (workflow instanceof Workflow.MapReduce mapReduce) {
            for (var capture : mapReduce.captures()) {
                (capture.source() == SetupCapture.Source.COMBINED ? asked : apart).add(capture.step());
            }
        }
        var steps = AllSteps.of(workflow);
        asked.addAll(insteadOf(steps));
        var wanted = steps.stream()
                .filter(step -> step.kind() instanceof StepKind.Shell)
                .filter(step -> capturesBoth(step)
                        || (asked.contains(step.path())
                                && !step.options().captures().areRead()))
                .filter(step -> !apart.contains(step.path()))
                .toList();
        if (wanted.isEmpty()) {
            return new CombinedOutputs(asked, Set.of());
        }
        var everything = workflow.toString();
        var together = wanted.stream()
                .filter(step -> !isReadApart(step, steps, everything))
                .map(Step::path)
                .collect(Collectors.toSet());
        return new CombinedOutputs(asked, together);
    }

    /// @return paths of the steps that may take the place of one whose two streams are wanted
    private static Set<String> insteadOf(List<Step> steps) {
        return steps.stream()
                .filter(step -> step.options().captures().streams().areBoth())
                .flatMap(step -> AllSteps.inside(step).stream())
                .filter(step -> step.kind() instanceof StepKind.Shell)
                .map(Step::path)
                .collect(Collectors.toSet());
    }

    private static boolean capturesBoth(Step step) {
        var captures = step.options().captures();
        return captures.areRead() && captures.streams().areBoth();
    }

    private static boolean isReadApart(Step step, List<Step> steps, String everything) {
        var names = new TreeSet<>(OF_ANY);
        if (step.id() != null) {
            names.add(step.id());
        }
        var captured = step.options().captures().name();
        if (captured != null) {
            names.add(captured);
        }
        // the output of a loop is that of the last step in it
        for (var around : steps) {
            if (around.id() != null
                    && around.kind() instanceof StepKind.Foreach loop
                    && loop.body().getLast().path().equals(step.path())) {
                names.add(around.id());
            }
        }
        var any = names.stream().map(Pattern::quote).collect(Collectors.joining("|"));
        return Pattern.compile("\\b(?:" + any + ")(?:\\.|\\[['\"])(?:output|stdout|stderr)\\b")
                .matcher(everything)
                .find();
    }
}
