package dev.prodigy.engine.step;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.util.Map;

/// Runs one step, from its `when` to its durable outcome (spec 01 §4).
final class StepRunner {
    private final Kinds kinds;
    private final ListRunner lists;

    StepRunner(ListRunner lists) {
        this.lists = lists;
        this.kinds = new Kinds(lists);
    }

    StepResult run(Step step, int index, Frame frame) throws Cut {
        var key = frame.key(step);
        var before = key == null ? null : frame.history().ended(key);
        if (before != null && before.letListGoOn()) {
            return restored(step, before, frame);
        }
        var reason = skipReason(step, frame);
        if (reason != null) {
            frame.world().record(frame.of(step), new StepEvent.Skipped(reason));
            frame.variables().ended(step, StepResult.skipped(), false);
            return StepResult.skipped();
        }
        var cycles = new StepCycles(step, frame, kinds, lists, index);
        var result = new Reactions(step, frame, cycles, lists).after(cycles.first());
        conclude(step, frame, cycles, result);
        return result;
    }

    private static @org.jspecify.annotations.Nullable String skipReason(Step step, Frame frame) throws Cut {
        if (step.kind() instanceof StepKind.Removed) {
            return "removed_kind";
        }
        var when = step.options().when();
        return when == null || Texts.of(frame).isTrue(when) ? null : "when";
    }

    /// The outcome becomes durable, then it can be read by later steps.
    private static void conclude(Step step, Frame frame, StepCycles cycles, StepResult result) throws Cut {
        var at = frame.of(step).inAttempt(result.attempts(), cycles.maxAttempts());
        long duration = cycles.durationMs();
        var error = result.error();
        if (error != null) {
            frame.world()
                    .record(
                            at,
                            new StepEvent.Failed(
                                    error,
                                    result.outcome() == Outcome.TOLERATED,
                                    result.attempts(),
                                    duration,
                                    result.executionMs(),
                                    result.waitMs(),
                                    result.toFields()));
        } else if (!frame.isInItem()) {
            var code = result.product().exitCode();
            frame.world()
                    .record(
                            at,
                            new StepEvent.Completed(
                                    result.outcome().word(),
                                    result.attempts(),
                                    duration,
                                    result.executionMs(),
                                    result.waitMs(),
                                    code == null ? null : code.longValue(),
                                    result.toFields(),
                                    result.commits(),
                                    result.outcome() == Outcome.RECOVERED ? cycles.recoveredBy() : null));
        }
        frame.variables().ended(step, result, step.options().captures().defaults());
        frame.variables().namespace("step", cycles.stepMembers());
    }

    /// A step whose result an earlier process made durable is not run again; what it left behind is.
    private static StepResult restored(Step step, StepLedger.Ended before, Frame frame) {
        var result = switch (before.event()) {
            case StepEvent.Completed completed -> StepResult.read(completed.captured());
            case StepEvent.Failed failed -> StepResult.read(failed.captured()).as(Outcome.TOLERATED, failed.error());
            case StepEvent.Skipped _,
                    StepEvent.Started _,
                    StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ProcessLeaked _ -> StepResult.skipped();
        };
        frame.variables().ended(step, result, step.options().captures().defaults());
        frame.variables()
                .namespace(
                        "step",
                        Members.of(Map.of(
                                "files_changed",
                                Binding.data(Value.ofTexts(result.filesChanged())),
                                "commits",
                                Binding.data(Value.ofTexts(result.commits())))));
        return result;
    }
}
