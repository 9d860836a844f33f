package dev.prodigy.engine.step;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Site;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.result.TakenOver;
import dev.prodigy.engine.step.text.PreparedPlace;
import dev.prodigy.engine.step.text.SettledStep;
import dev.prodigy.engine.step.text.StepLabel;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs one step, from its `when` to its durable outcome (spec 01 §4).
final class StepRunner {
    private static final Value.Fields NOTHING = new FieldsWriter().done();

    private final Kinds kinds;
    private final ListRunner lists;

    StepRunner(ListRunner lists) {
        this.lists = lists;
        this.kinds = new Kinds(lists);
    }

    StepResult run(Step step, int index, Frame outer) throws Cut {
        try {
            return resumed(step, index, outer);
        } catch (UnstoredRead e) {
            throw e.by(step.label());
        }
    }

    private StepResult resumed(Step step, int index, Frame outer) throws Cut {
        var before = restored(step, index, outer);
        if (before != null) {
            return before;
        }
        var frame = outer.at(PreparedPlace.around(step, outer));
        var reason = skipReason(step, frame);
        if (reason != null) {
            var at = StepLabel.at(index).shown(step, frame).of(step, frame);
            frame.world().record(at, new StepEvent.Skipped(reason));
            return published(step, index, StepResult.skipped(), frame);
        }
        return started(SettledStep.of(step, frame), index);
    }

    private StepResult started(SettledStep start, int index) throws Cut {
        var step = start.step();
        var frame = start.frame();
        var cycles = new StepCycles(step, index, frame, kinds, lists);
        var result = start.refusal() == null
                ? cycles.whole(new StepReactions(cycles).after(cycles.first()))
                : cycles.refused(start.refusal());
        conclude(step, frame, cycles, result);
        return published(step, index, result, frame);
    }

    private static @Nullable String skipReason(Step step, Frame frame) throws Cut {
        if (step.kind() instanceof StepKind.Removed) {
            return "removed_kind";
        }
        var when = step.options().when();
        return when == null || Texts.of(frame).isTrue(when) ? null : "when";
    }

    /// The outcome becomes durable before anything reads it. Inside an item only failures are written.
    private static void conclude(Step step, Frame frame, StepCycles cycles, StepResult result) throws Cut {
        var at = cycles.label().of(step, frame).inAttempt(cycles.attempt(), cycles.maxAttempts());
        var error = result.error();
        if (error != null) {
            boolean stays =
                    result.outcome() == Outcome.TOLERATED || frame.site().isFinal();
            boolean readLater = stays && !frame.isInItem();
            var base = stays || frame.isInItem() ? null : cycles.evidence().base();
            frame.world()
                    .record(
                            at,
                            new StepEvent.Failed(
                                    step.kind().keyword(),
                                    error,
                                    result.outcome() == Outcome.TOLERATED,
                                    result.attempts(),
                                    cycles.durationMs(),
                                    result.executionMs(),
                                    result.waitMs(),
                                    readLater ? result.toFields() : NOTHING,
                                    readLater ? frame.world().tree().tip() : null,
                                    base,
                                    base == null ? null : frame.world().tree().head()));
        } else if (!frame.isInItem()) {
            var code = result.product().exitCode();
            frame.world()
                    .record(
                            at,
                            new StepEvent.Completed(
                                    result.outcome().word(),
                                    result.attempts(),
                                    cycles.durationMs(),
                                    result.executionMs(),
                                    result.waitMs(),
                                    code == null ? null : code.longValue(),
                                    result.toFields(),
                                    result.commits(),
                                    frame.world().tree().tip(),
                                    result.outcome() == Outcome.RECOVERED ? cycles.recoveredBy() : null));
        }
    }

    /// A step whose result an earlier process made durable is not run again; what it left behind is taken over.
    ///
    /// @return the result, or null where there is none that stands
    @Nullable
    StepResult restored(Step step, int index, Frame outer) throws Cut {
        var frame = outer.at(PreparedPlace.around(step, outer));
        var key = frame.key(step);
        var before = key == null ? null : frame.site().history().ended(key);
        if (before == null || !stands(before, frame.site())) {
            return null;
        }
        restoreInside(step, frame);
        var result = resultOf(before, step);
        result.gain().left().publish(frame.variables());
        return published(step, index, result, frame);
    }

    /// A loop may go on behind failed rounds only since the workflow was edited: what failed before begins anew.
    /// So does what a step did for one that commits, where it is gone.
    private static boolean stands(StepLedger.Ended before, Site site) {
        return before.letListGoOn() ? !site.isLost(before) : site.isFinal() && before.failedForGood();
    }

    /// What the steps inside it left behind is visible outside, unless they belong to a loop's rounds.
    private static void restoreInside(Step step, Frame frame) {
        for (var inner : endedInside(step, frame, 0, Long.MAX_VALUE)) {
            inner.result().gain().left().publish(frame.variables());
            take(inner, frame);
        }
    }

    /// Takes over what the lists have captured that belong to a step which an earlier process began and did not end.
    ///
    /// @param from number of the first event that counts
    /// @param to number of the first event that does not count any more
    static void restoreBegun(Step step, Frame frame, long from, long to) {
        var key = frame.key(step);
        var notes = key == null ? List.<Recorded>of() : frame.site().history().open(key);
        if (!notes.isEmpty()) {
            for (var inner :
                    endedInside(step, frame, Math.max(from, notes.getFirst().seq()), to)) {
                take(inner, frame);
            }
        }
    }

    /// @param from number of the first event that counts
    /// @param to number of the first event that does not count any more
    /// @return what steps inside a step came to, in the order in which they ended
    private static List<ListResult.Ended> endedInside(Step step, Frame frame, long from, long to) {
        var results = new ArrayList<ListResult.Ended>();
        var key = frame.key(step);
        var ended = key == null
                ? List.<StepLedger.Ended>of()
                : frame.site().history().inside(key);
        if (ended.isEmpty()) {
            return results;
        }
        var steps = AllSteps.inside(step).stream().collect(Collectors.toMap(Step::path, Function.identity()));
        for (var each : ended) {
            var inner = steps.get(each.context().step());
            if (inner != null && each.letListGoOn() && each.seq() >= from && each.seq() < to) {
                results.add(new ListResult.Ended(inner, resultOf(each, inner)));
            }
        }
        return results;
    }

    private static StepResult resultOf(StepLedger.Ended before, Step step) {
        return switch (before.event()) {
            case StepEvent.Completed completed -> StepResult.read(TakenOver.of(completed.captured(), step));
            case StepEvent.Failed failed ->
                (failed.captured().members().isEmpty()
                                ? StepResult.skipped()
                                : StepResult.read(TakenOver.of(failed.captured(), step)))
                        .as(
                                failed.tolerated() ? Outcome.TOLERATED : Outcome.FAILED,
                                TakenOver.isMasked(failed.captured())
                                        ? TakenOver.masked(failed.error(), step.label())
                                        : failed.error());
            case StepEvent.Skipped _,
                    StepEvent.Started _,
                    StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ItemsListed _,
                    StepEvent.ProcessLeaked _ -> StepResult.skipped();
        };
    }

    /// Later steps can read it.
    private static StepResult published(Step step, int index, StepResult result, Frame frame) throws Cut {
        take(new ListResult.Ended(step, result), frame);
        frame.variables().describe(StepLabel.at(index).describe(result.gain().changes(), step, frame));
        return result;
    }

    private static void take(ListResult.Ended ended, Frame frame) {
        var captures = ended.step().options().captures();
        frame.variables().ended(ended.step(), ended.result(), captures.defaults());
    }
}
