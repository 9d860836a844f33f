package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.step.Step;
import java.util.ArrayList;
import java.util.List;

/// Runs a list of steps, one after the other, up to the first that failed (spec 01 §4).
public final class ListRunner {
    private final StepRunner steps;

    /// A runner; it holds no state and may serve many lists at once.
    public ListRunner() {
        this.steps = new StepRunner(this);
    }

    /// @throws Cut when the run is ending; what is durable stays, the rest was interrupted
    public ListResult run(List<Step> list, Frame frame) throws Cut {
        var ended = new ArrayList<ListResult.Ended>();
        var at = frame;
        int index = 0;
        for (var step : list) {
            var result = steps.run(step, index++, at);
            ended.add(new ListResult.Ended(step, result));
            if (!result.outcome().letsListGoOn()) {
                return new ListResult(ended, result.error());
            }
            if (result.outcome() != Outcome.SKIPPED) {
                at = at.at(at.site().withoutOccasion());
            }
        }
        return new ListResult(ended, null);
    }
}
