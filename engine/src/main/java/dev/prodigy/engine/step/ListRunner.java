package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.kind.BodyRunner;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs a list of steps, one after the other, up to the first that failed (spec 01 §4).
public final class ListRunner implements BodyRunner {
    private final StepRunner steps;

    /// A runner; it holds no state and may serve many lists at once.
    public ListRunner() {
        this.steps = new StepRunner(this);
    }

    /// Runs the entries of `workflows` that no step names, before the first step: one after the other,
    /// neighbours with `parallel: true` together (spec 01 §12).
    ///
    /// @throws Cut when the run is ending; what is durable stays, the rest was interrupted
    public ListResult runEntries(List<SubWorkflowEntry> entries, Frame frame) throws Cut {
        var left = new ArrayDeque<>(
                entries.stream().filter(entry -> !entry.isCalled()).toList());
        var ended = new ArrayList<ListResult.Ended>();
        while (!left.isEmpty()) {
            var group = new ArrayList<Step>();
            do {
                group.add(left.peek().step());
            } while (left.remove().isParallel()
                    && !left.isEmpty()
                    && left.peek().isParallel());
            for (var each : together(group, frame)) {
                ended.add(each);
            }
            var failed = ended.stream()
                    .map(ListResult.Ended::result)
                    .filter(result -> !result.outcome().letsListGoOn())
                    .findFirst();
            if (failed.isPresent()) {
                return new ListResult(ended, failed.get().error());
            }
        }
        return new ListResult(ended, null);
    }

    /// What each leaves behind is taken over when all have ended.
    private List<ListResult.Ended> together(List<Step> group, Frame frame) throws Cut {
        var work = new ArrayList<World.Work<ListResult.Ended>>();
        for (var step : group) {
            var own = frame.with(frame.variables().nested(Map.of()));
            work.add(() -> new ListResult.Ended(step, steps.run(step, 0, own)));
        }
        var ended = new ArrayList<ListResult.Ended>();
        for (ListResult.@Nullable Ended each : frame.world().together(work, work.size(), _ -> true)) {
            if (each != null) {
                frame.variables().ended(each.step(), each.result(), true);
                ended.add(each);
            }
        }
        return ended;
    }

    /// Takes over what the entries of `workflows` left behind in an earlier process; runs nothing.
    public void restoreEntries(List<SubWorkflowEntry> entries, Frame frame) throws Cut {
        for (var entry : entries) {
            if (!entry.isCalled()) {
                steps.restored(entry.step(), 0, frame);
            }
        }
    }

    /// Takes over what the steps of a list left behind in an earlier process; runs nothing. A step that has no
    /// durable result, because it was written into the workflow since, is left out.
    ///
    /// @return the steps that ended then
    public ListResult restore(List<Step> list, Frame frame) throws Cut {
        var ended = new ArrayList<ListResult.Ended>();
        int index = 0;
        for (var step : list) {
            var result = steps.restored(step, index++, frame);
            if (result != null) {
                ended.add(new ListResult.Ended(step, result));
            }
        }
        return new ListResult(ended, null);
    }

    /// Runs a list that reacts to a step, which `step` describes in all of it (spec 01 §7).
    ///
    /// @throws Cut when the run is ending; what is durable stays, the rest was interrupted
    ListResult react(List<Step> list, Frame frame) throws Cut {
        return run(list, frame.with(frame.variables().handling()));
    }

    @Override
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
