package dev.prodigy.engine.step;

import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.evidence.RequiredEvidence;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.LogName;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.frame.StepProgress;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.Left;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.text.StepLabel;
import dev.prodigy.engine.world.AttemptGate;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The attempts of a step's retry block with the waits between them (spec 02 §1, layers 1 and 2). Each
/// attempt passes the run's admission first, where breaker, quota and budgets stand.
final class Cycle {
    private static final int COMMAND_IN_EVENT = 4096;

    private final Step step;
    private final StepLabel label;
    private final Frame frame;
    private final RequiredEvidence evidence;
    private final Deadline total;
    private StepResult.Effort effort;
    private int made;

    /// @param label the step's
    /// @param frame the step's own place
    /// @param total the step's own limit
    /// @param effort of the cycles before
    Cycle(
            Step step,
            StepLabel label,
            Frame frame,
            RequiredEvidence evidence,
            Deadline total,
            StepResult.Effort effort) {
        this.step = step;
        this.label = label;
        this.frame = frame;
        this.evidence = evidence;
        this.total = total;
        this.effort = effort;
    }

    /// @return number of the last attempt made, 0 for none
    int made() {
        return made;
    }

    /// @param retrying how far an earlier process came in this cycle
    /// @param goesOnInside whether its first attempt goes on with what the lists inside had done already
    StepResult run(PreparedStep ready, StepProgress.Retrying retrying, boolean goesOnInside) throws Cut {
        var retries = new RetryLayer(step, frame.world(), retrying);
        int of = retries.maxAttempts();
        made = retrying.made();
        var usedUp = retries.usedUp();
        if (usedUp != null) {
            return refused(null, usedUp);
        }
        frame.world().pause(retries.remainingWait());
        var history = goesOnInside ? frame.site().history() : new StepLedger();
        var used = goesOnInside ? used(history) : Duration.ZERO;
        RequiredEvidence.Judged before = null;
        for (int attempt = retries.nextAttempt(); ; attempt++) {
            var turn = new PreparedStep.Turn(attempt, of, history, used);
            switch (frame.world().enter(request(turn))) {
                case AttemptGate.Entry.Refused refusal -> {
                    var last = before == null ? null : before.attempted().error();
                    return refused(before, placed(retries.refused(refusal, attempt - 1, last)));
                }
                case AttemptGate.Entry.Admitted admitted -> {
                    var tried = tried(admitted, ready, turn);
                    made = attempt;
                    before = tried.judged();
                    var error = before.attempted().error();
                    if (error == null) {
                        return result(before, null);
                    }
                    var around = new RetryLayer.Around(total, frame.deadline(), tried.left());
                    var over = again(retries, retries.after(attempt, error, around), turn);
                    if (over != null) {
                        return result(before, over);
                    }
                }
            }
            history = new StepLedger();
            used = Duration.ZERO;
        }
    }

    /// @return what earlier processes used of the execution that goes on
    private Duration used(StepLedger history) {
        var key = frame.key(step);
        return key == null
                ? Duration.ZERO
                : history.usedInExecution(key, frame.world().now().elapsed());
    }

    /// Waits for the next attempt, where there is one.
    ///
    /// @return null, or the error with which the layer ends
    private @Nullable ErrorRecord again(RetryLayer retries, RetryLayer.Verdict verdict, PreparedStep.Turn turn)
            throws Cut {
        return switch (verdict) {
            case RetryLayer.Verdict.Over(var error) -> placed(error);
            case RetryLayer.Verdict.Again again -> {
                var at = label.of(step, frame).inAttempt(turn.attempt(), turn.of());
                var refusal = frame.world().retry(at, again.event());
                if (refusal != null) {
                    yield placed(retries.denied(again, refusal));
                }
                effort = effort.plusWait(again.delay().toMillis());
                frame.world().pause(again.delay());
                yield null;
            }
        };
    }

    private StepRequest request(PreparedStep.Turn turn) {
        return new StepRequest(
                label.of(step, frame).inAttempt(turn.attempt(), turn.of()),
                Circuit.of(step),
                step.kind() instanceof StepKind.Agent);
    }

    /// An attempt that counts.
    ///
    /// @param left what the run says about further ones
    private record Tried(RequiredEvidence.Judged judged, AttemptGate.Leave.Counted left) {}

    /// Executes until the attempt counts: one that met its agent's usage limit does not.
    private Tried tried(AttemptGate.Entry.Admitted admitted, PreparedStep ready, PreparedStep.Turn turn) throws Cut {
        try {
            while (true) {
                started(ready, turn);
                var begun = frame.world().worked();
                var attempted = execute(ready, turn);
                publish(attempted);
                var judged = placed(evidence.judge(attempted, begun, () -> publish(attempted)), turn);
                switch (admitted.leave(judged.attempted().error())) {
                    case AttemptGate.Leave.Again _ -> {}
                    case AttemptGate.Leave.Counted counted -> {
                        effort = effort.plusExecution(
                                judged.attempted().product().durationMs());
                        return new Tried(judged, counted);
                    }
                }
            }
        } catch (Cut e) {
            admitted.abandon();
            throw e;
        }
    }

    private RequiredEvidence.Judged placed(RequiredEvidence.Judged judged, PreparedStep.Turn turn) {
        var error = judged.attempted().error();
        if (error == null) {
            return judged;
        }
        var numbered = placed(error.with(Retries.at(turn.attempt(), turn.of())));
        return new RequiredEvidence.Judged(judged.attempted().because(numbered), judged.outputs(), judged.captured());
    }

    /// The texts of `outputs` and of the step's commit read what this execution has brought forth, its capture
    /// included.
    private void publish(Attempted attempted) throws Cut {
        var captures = step.options().captures();
        boolean read = !captures.outputs().isEmpty() || step.options().commits().config() != null;
        if (attempted.isGood() && read) {
            var captured = captures.name() == null
                    ? null
                    : CaptureReader.read(captures, attempted).value();
            var gain = new StepResult.Gain(captured, Map.of(), evidence.changes(), Left.NOTHING);
            var sofar = new StepResult(Outcome.SUCCEEDED, attempted.product(), null, gain, effort, List.of(), false);
            frame.variables().ended(step, sofar, captures.defaults());
            frame.variables()
                    .namespace(
                            "step",
                            label.describe(evidence.changes(), step, frame).members());
        }
    }

    private Attempted execute(PreparedStep ready, PreparedStep.Turn turn) throws Cut {
        if (frame.deadline().hasPassed(frame.world().worked())) {
            return Attempted.timedOut(Failures.timeout(frame.deadline()));
        }
        try {
            return ready.body().execute(turn);
        } catch (Refused e) {
            return Attempted.failed(e.error());
        }
    }

    /// @return what the names of the logs of its next execution begin with, or null where nothing is logged
    private @Nullable String log() {
        return switch (step.kind()) {
            case StepKind.Shell _, StepKind.Agent _ -> frame.world().nextLog(LogName.of(step, frame));
            case StepKind.Foreach _,
                    StepKind.Inline _,
                    StepKind.Validate _,
                    StepKind.WriteFile _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> null;
        };
    }

    /// Inside an item the attempt is the unit of recovery, so that its steps need no record of their
    /// beginning.
    private void started(PreparedStep ready, PreparedStep.Turn turn) throws Cut {
        if (frame.isInItem()) {
            return;
        }
        var command = frame.world().masked(ready.command());
        var occasion = frame.site().occasion();
        frame.world()
                .record(
                        label.of(step, frame).inAttempt(turn.attempt(), turn.of()),
                        new StepEvent.Started(
                                step.kind().keyword(),
                                frame.site().role(),
                                command.length() > COMMAND_IN_EVENT ? command.substring(0, COMMAND_IN_EVENT) : command,
                                log(),
                                occasion == null ? null : occasion.toFields(),
                                evidence.base(),
                                ready.bound()));
    }

    private StepResult result(RequiredEvidence.Judged judged, @Nullable ErrorRecord error) {
        var attempted = error == null ? judged.attempted() : judged.attempted().failing(error);
        return new StepResult(
                error == null ? Outcome.SUCCEEDED : Outcome.FAILED,
                attempted.product(),
                error,
                new StepResult.Gain(judged.captured(), judged.outputs(), evidence.changes(), Left.NOTHING),
                effort,
                attempted.inner().tolerated(),
                attempted.inner().isAccepted());
    }

    private StepResult refused(RequiredEvidence.@Nullable Judged before, ErrorRecord error) {
        if (before == null) {
            return StepResult.refused(error, evidence.changes(), effort);
        }
        var attempted = before.attempted();
        return new StepResult(
                Outcome.FAILED,
                attempted.product(),
                error,
                StepResult.Gain.of(evidence.changes()),
                effort,
                attempted.inner().tolerated(),
                attempted.inner().isAccepted());
    }

    private ErrorRecord placed(ErrorRecord error) {
        return Failures.placed(error, step, frame);
    }
}
