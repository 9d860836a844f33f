package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The executions of one step: each cycle is the attempts of its retry block with the waits between them, then the
/// fallback
/// (spec 02 §1, layers 1–3). A rerun by a handler is another cycle.
final class StepCycles {
    private static final int COMMAND_IN_EVENT = 4096;

    private final Step step;
    private final Frame frame;
    private final Kinds kinds;
    private final ListRunner lists;
    private final int index;
    private final Context at;
    private final Duration begun;
    private final Evidence evidence;
    private final long begunAt;
    private int attempts;
    private long executionMs;
    private long waitMs;
    private String recoveredBy = "handler";

    StepCycles(Step step, Frame frame, Kinds kinds, ListRunner lists, int index) throws Cut {
        this.step = step;
        this.kinds = kinds;
        this.lists = lists;
        this.index = index;
        var now = frame.world().now();
        this.begun = now.elapsed();
        var total = Texts.of(frame).duration(step.options().limits().total());
        this.frame = frame.within(Deadline.in(total, TimeoutScope.STEP, now));
        this.at = frame.of(step);
        this.evidence = new Evidence(step, frame);
        this.begunAt = now.now().toEpochMilli();
    }

    /// @return the first cycle's result
    StepResult first() throws Cut {
        return cycle(RetryLayer.resumed(step, frame));
    }

    /// @return the result of one more cycle, its texts made anew
    StepResult again() throws Cut {
        return cycle(RetryLayer.fresh(step, frame));
    }

    /// @return executions allowed in a cycle
    int maxAttempts() {
        return RetryLayer.attemptsOf(step);
    }

    long durationMs() {
        return frame.world().now().elapsed().minus(begun).toMillis();
    }

    String recoveredBy() {
        return recoveredBy;
    }

    /// @return what git says about this step, as `step.…`
    Members stepMembers() {
        return GitMembers.of(evidence.changes(), step, index);
    }

    Tree.Changes changes() {
        return evidence.changes();
    }

    /// @return a file's text if it was written since the step began, else null
    @Nullable
    String freshFile(String path) {
        var written = frame.world().tree().writtenAt(frame.place().directory(), path);
        return written == null || written < begunAt
                ? null
                : frame.world().tree().read(frame.place().directory(), path);
    }

    private StepResult cycle(RetryLayer retries) throws Cut {
        return switch (kinds.prepare(step, frame)) {
            case Preparation.Refused(var error) -> result(Attempted.failed(placed(error)), Map.of(), null);
            case Preparation.Ready ready -> attempts(ready, retries);
        };
    }

    private StepResult attempts(Preparation.Ready ready, RetryLayer retries) throws Cut {
        int of = retries.maxAttempts();
        frame.world().pause(retries.remainingWait());
        for (int attempt = retries.nextAttempt(); ; attempt++) {
            started(ready, attempt, of);
            var judged = evidence.judge(execute(ready, attempt, of));
            attempts++;
            executionMs += judged.attempted().product().durationMs();
            if (judged.attempted().isGood()) {
                return result(judged.attempted(), judged.outputs(), judged.captured());
            }
            var error = placed(judged.attempted().error());
            switch (retries.after(attempt, error)) {
                case RetryLayer.Verdict.Again again -> {
                    frame.world().record(at.inAttempt(attempt, of), again.event());
                    waitMs += again.delay().toMillis();
                    frame.world().pause(again.delay());
                }
                case RetryLayer.Verdict.Over over -> {
                    var failed = result(judged.attempted().failing(over.error()), judged.outputs(), judged.captured());
                    return fallback(failed, over.error());
                }
            }
        }
    }

    private Attempted execute(Preparation.Ready ready, int attempt, int of) throws Cut {
        return frame.deadline().hasPassed(frame.world().now())
                ? Attempted.failed(Failures.timeout(frame.deadline()))
                : ready.body().execute(attempt, of);
    }

    /// Inside an item the attempt is the unit of recovery, so that its steps need no record of their beginning.
    private void started(Preparation.Ready ready, int attempt, int of) throws Cut {
        if (!frame.isInItem()) {
            var command = ready.command();
            frame.world()
                    .record(
                            at.inAttempt(attempt, of),
                            new StepEvent.Started(
                                    step.kind().keyword(),
                                    frame.role(),
                                    command.length() > COMMAND_IN_EVENT
                                            ? command.substring(0, COMMAND_IN_EVENT)
                                            : command,
                                    null));
        }
    }

    private StepResult fallback(StepResult failed, ErrorRecord error) throws Cut {
        if (!(step.options().resilience().afterRetries() instanceof AfterRetries.Fallback(Step other))) {
            return failed;
        }
        return replaced(failed, error, List.of(other), "fallback");
    }

    /// @return the result after other steps took the step's place: theirs when they are good
    StepResult replaced(StepResult failed, ErrorRecord error, List<Step> others, String role) throws Cut {
        frame.variables().namespace("error", ErrorMembers.of(error, failed.product()));
        var instead = lists.run(others, frame.as(role));
        if (instead.isGood()) {
            recoveredBy = role;
            return evidence.capture(failed.with(instead.last()).as(Outcome.RECOVERED, null));
        }
        var second = instead.error() == null ? error : instead.error().causedBy(error);
        return failed.as(Outcome.FAILED, second);
    }

    private StepResult result(Attempted attempted, Map<String, Value> outputs, @Nullable Value captured) {
        var changes = evidence.changes();
        return new StepResult(
                attempted.isGood() ? Outcome.SUCCEEDED : Outcome.FAILED,
                attempted.product(),
                attempted.error(),
                captured,
                outputs,
                changes.commits(),
                GitMembers.changed(changes),
                attempts,
                executionMs,
                waitMs);
    }

    private ErrorRecord placed(@Nullable ErrorRecord error) {
        var known = error == null ? Failures.unknown() : error;
        return Failures.placed(known, step, at, frame);
    }
}
