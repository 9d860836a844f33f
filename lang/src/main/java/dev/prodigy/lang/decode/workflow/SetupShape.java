package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.SetupCapture;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// `setup` with its `capture_outputs` (spec 03 §2).
///
/// @param captures their steps found
record SetupShape(PhaseSteps phase, List<SetupCapture> captures) {
    private static final Key<SequencedMap<String, SetupCaptureShape.Written>> CAPTURE_OUTPUTS =
            Key.of("capture_outputs", SetupCaptureShape.CAPTURES, "Variables made from the output of setup's steps.");

    static final Phase<SetupShape> SETUP = Phase.of("setup", KeySet.of(Phase.TIMEOUT, CAPTURE_OUTPUTS), SetupShape::of);

    private static SetupShape of(List<Step> steps, @Nullable Entries settings) {
        if (settings == null) {
            return new SetupShape(new PhaseSteps(steps, null, PhaseSteps.When.ENDED), List.of());
        }
        var phase = new PhaseSteps(steps, settings.get(Phase.TIMEOUT), PhaseSteps.When.ENDED);
        var captures = new ArrayList<SetupCapture>();
        var written = settings.get(CAPTURE_OUTPUTS);
        if (written != null) {
            for (var capture : written.sequencedValues()) {
                var step = step(capture, steps, settings);
                if (step != null) {
                    captures.add(capture.of(step.path()));
                }
            }
        }
        return new SetupShape(phase, captures);
    }

    /// @return the step that a capture names by index or id; null when there is none, which is reported
    private static @Nullable Step step(SetupCaptureShape.Written capture, List<Step> steps, Entries settings) {
        var place = settings.at(CAPTURE_OUTPUTS).key(capture.name());
        var named = capture.step();
        if (named.matches("[0-9]{1,6}")) {
            int index = Integer.parseInt(named);
            if (index < steps.size()) {
                return steps.get(index);
            }
            var message = "setup has no step " + index + "; its " + steps.size() + " steps count from 0";
            place.error(ProblemCode.UNDEFINED_REFERENCE, capture.stepSpan(), message);
            return null;
        }
        var ids = steps.stream().map(Step::id).filter(Objects::nonNull).toList();
        for (var step : steps) {
            if (named.equals(step.id())) {
                return step;
            }
        }
        var message = "setup has no step with the id \"" + named + "\"";
        place.report(Problem.error(
                        ProblemCode.UNDEFINED_REFERENCE,
                        message,
                        capture.stepSpan(),
                        place.path().toString())
                .suggesting(Nearest.to(named, ids)));
        return null;
    }
}
