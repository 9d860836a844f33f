package dev.prodigy.engine.step;

import dev.prodigy.engine.breaker.Circuit;
import dev.prodigy.engine.entrance.StepRequest;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Entrance;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The executions of one step: each cycle is the attempts of its retry block with the waits between
/// them, then the fallback (spec 02 §1, layers 1–3). A rerun by a handler is another cycle.
final class StepCycles {
    private static final int COMMAND_IN_EVENT = 4096;

    private final Step step;
    private final int index;
    private final Kinds kinds;
    private final ListRunner lists;
    private final Progress progress;
    private final Duration begun;
    private final Evidence evidence;
    private Frame base;
    private Frame frame;
    private @Nullable ResultFile resultFile;
    private Deadline total = Deadline.NEVER;
    private int cycles;
    private StepResult.Effort effort;
    private Attempted.Inner inner = Attempted.Inner.CLEAN;
    private @Nullable String recoveredBy;
    private Left left = Left.NOTHING;

    /// @param frame in which the step's own entries hold already
    StepCycles(Step step, int index, Frame frame, Kinds kinds, ListRunner lists) throws Cut {
        this.step = step;
        this.index = index;
        this.base = frame;
        this.frame = frame;
        this.kinds = kinds;
        this.lists = lists;
        this.progress = Progress.of(step, frame);
        this.cycles = progress.cycles();
        this.effort = progress.effort();
        this.begun = frame.world().now().elapsed();
        this.evidence = new Evidence(step, frame);
    }

    /// @return the first cycle's result; one that an earlier process made durable is not made again
    StepResult first() throws Cut {
        try {
            var limit = Texts.of(base).duration(step.options().limits().total());
            total = Deadline.in(limit, TimeoutScope.STEP, base.world().worked());
            base = base.within(total);
            enter();
            resultFile = ResultFile.remember(step, frame, progress.begun());
        } catch (Refused e) {
            return refused(e);
        }
        var occasion = progress.occasion();
        if (occasion == null) {
            return cycle(progress.retrying(), progress.goesOnInside());
        }
        cycles = occasion.cycles();
        effort = occasion.result().effort();
        var error = occasion.result().error();
        return occasion.stage() == Occasion.Stage.FALLBACK && error != null
                ? fallback(occasion.result(), error)
                : occasion.result();
    }

    /// @return the result of one more cycle, its texts made anew
    StepResult again() throws Cut {
        return cycle(Progress.Retrying.NONE, false);
    }

    Step step() {
        return step;
    }

    /// @return what the step's lists stand in: its own directory, environment and limit
    Frame frame() {
        return frame;
    }

    /// @return cycles that ended
    int cycles() {
        return cycles;
    }

    /// @return what a list was reacting to when an earlier process ended, or null
    @Nullable
    Occasion resumed() {
        return progress.occasion();
    }

    /// @return executions allowed in a cycle
    int maxAttempts() {
        return RetryLayer.attemptsOf(step);
    }

    long durationMs() {
        return frame.world().now().elapsed().minus(begun).toMillis();
    }

    /// @return `handler` or `fallback`, for a recovered step
    @Nullable
    String recoveredBy() {
        return recoveredBy;
    }

    void recoveredBy(String role) {
        recoveredBy = role;
    }

    /// Sets a namespace that later steps can read too.
    void leave(String namespace, Value.Fields members) {
        left = left.with(namespace, members);
        left.publish(frame.variables());
    }

    /// Sets a capture that is a handler's.
    void leave(String capture, Value value) {
        left = left.with(capture, value);
        left.publish(frame.variables());
    }

    /// @return what validation and handlers left behind
    Left left() {
        return left;
    }

    /// @return whether the kind accepts its own failure
    boolean kindTolerates() {
        return inner == Attempted.Inner.TOLERATED;
    }

    /// @return what git shows of this step so far, as `step.…`
    Members stepMembers() throws Cut {
        return GitMembers.of(evidence.changes(), nameOf(step, frame), index);
    }

    /// @return the step's name, else its id, else its kind. A name whose placeholders have no value stays as it is
    static Texts.Filled nameOf(Step step, Frame frame) throws Cut {
        var name = step.options().name();
        if (name == null) {
            var label = step.id() == null ? step.kind().keyword() : step.id();
            return new Texts.Filled(Value.of(label), Nature.TEXT);
        }
        try {
            return Texts.of(frame).value(name);
        } catch (Refused e) {
            return new Texts.Filled(Value.of(name.source()), Nature.DATA);
        }
    }

    /// @return the text of the validation's result file, if it was written since the step began; else
    ///     null
    @Nullable
    String freshResult() throws Cut {
        return resultFile == null ? null : resultFile.read(frame);
    }

    /// @return what reads and judges the step's files and commits
    Evidence evidence() {
        return evidence;
    }

    /// Runs a list that reacts to the step.
    ///
    /// @param within its own limit besides the step's
    ListResult react(Occasion occasion, String role, List<Step> list, Deadline within) throws Cut {
        var site = frame.site().reacting(role, frame.isInItem() ? null : occasion);
        return lists.run(list, frame.at(site).within(within));
    }

    /// @return what such a list reacts to now
    Occasion occasion(Occasion.Stage stage, int round, StepResult result) {
        return new Occasion(step.path(), stage, cycles, round, result);
    }

    /// Lets another step take the failed one's place.
    StepResult replaced(StepResult failed, ErrorRecord error, Step other) throws Cut {
        var hidden = frame.variables().enter("error", ErrorMembers.of(error, failed.product()));
        var occasion = occasion(Occasion.Stage.FALLBACK, 0, failed);
        var instead = react(occasion, "fallback", List.of(other), Deadline.NEVER);
        frame.variables().restore("error", hidden);
        if (instead.isGood()) {
            recoveredBy = "fallback";
            return evidence.recaptured(
                    failed.after(instead).with(instead.last()).as(Outcome.RECOVERED, null));
        }
        var second = instead.error() == null ? error : instead.error().causedBy(error);
        return failed.after(instead).as(Outcome.FAILED, second);
    }

    private StepResult cycle(Progress.Retrying retrying, boolean goesOnInside) throws Cut {
        try {
            enter();
            var ready = kinds.prepare(step, frame);
            var result = attempts(ready, new RetryLayer(step, frame.world(), retrying), goesOnInside);
            cycles++;
            var error = result.error();
            return error == null ? result : fallback(result, error);
        } catch (Refused e) {
            return refused(e);
        }
    }

    /// Goes into the step's own directory, which a handler may have made only now.
    private void enter() throws Refused, Cut {
        frame = base.at(PreparedPlace.of(step, base));
        evidence.in(frame);
    }

    private StepResult attempts(Preparation ready, RetryLayer retries, boolean goesOnInside) throws Cut {
        int of = retries.maxAttempts();
        frame.world().pause(retries.remainingWait());
        var history = goesOnInside ? frame.site().history() : new StepLedger();
        Evidence.Judged before = null;
        for (int attempt = retries.nextAttempt(); ; attempt++) {
            var turn = new Preparation.Turn(attempt, of, history);
            switch (frame.world().enter(request(turn))) {
                case Entrance.Entry.Refused refusal -> {
                    var last = before == null ? null : before.attempted().error();
                    return refused(before, placed(retries.refused(refusal, attempt - 1, last)));
                }
                case Entrance.Entry.Admitted admitted -> {
                    var tried = tried(admitted, ready, turn);
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
        }
    }

    /// Waits for the next attempt, where there is one.
    ///
    /// @return null, or the error with which the layer ends
    private @Nullable ErrorRecord again(RetryLayer retries, RetryLayer.Verdict verdict, Preparation.Turn turn)
            throws Cut {
        return switch (verdict) {
            case RetryLayer.Verdict.Over(var error) -> placed(error);
            case RetryLayer.Verdict.Again again -> {
                var at = frame.of(step).inAttempt(turn.attempt(), turn.of());
                if (!frame.world().retry(at, again.event())) {
                    yield retries.denied(again);
                }
                effort = effort.plusWait(again.delay().toMillis());
                frame.world().pause(again.delay());
                yield null;
            }
        };
    }

    private StepRequest request(Preparation.Turn turn) {
        return new StepRequest(
                frame.of(step).inAttempt(turn.attempt(), turn.of()),
                Circuit.of(step),
                step.kind() instanceof StepKind.Agent);
    }

    /// An attempt that counts.
    ///
    /// @param left what the run says about further ones
    private record Tried(Evidence.Judged judged, Entrance.Leave.Counted left) {}

    /// Executes until the attempt counts: one that met its agent's usage limit does not.
    private Tried tried(Entrance.Entry.Admitted admitted, Preparation ready, Preparation.Turn turn) throws Cut {
        try {
            while (true) {
                started(ready, turn);
                var attempted = execute(ready, turn);
                publish(attempted);
                var judged = placed(evidence.judge(attempted));
                switch (admitted.leave(judged.attempted().error())) {
                    case Entrance.Leave.Again _ -> {}
                    case Entrance.Leave.Counted counted -> {
                        inner = judged.attempted().inner();
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

    private Evidence.Judged placed(Evidence.Judged judged) {
        var error = judged.attempted().error();
        return error == null
                ? judged
                : new Evidence.Judged(judged.attempted().because(placed(error)), judged.outputs(), judged.captured());
    }

    /// The texts of `outputs` read what this execution has brought forth.
    private void publish(Attempted attempted) throws Cut {
        if (attempted.isGood() && !step.options().captures().outputs().isEmpty()) {
            var gain = StepResult.Gain.of(evidence.changes());
            var sofar = new StepResult(Outcome.SUCCEEDED, attempted.product(), null, gain, effort, false);
            frame.variables().ended(step, sofar, step.options().captures().defaults());
            frame.variables().namespace("step", stepMembers());
        }
    }

    private Attempted execute(Preparation ready, Preparation.Turn turn) throws Cut {
        if (frame.deadline().hasPassed(frame.world().worked())) {
            return Attempted.timedOut(Failures.timeout(frame.deadline()));
        }
        try {
            return ready.body().execute(turn);
        } catch (Refused e) {
            return Attempted.failed(e.error());
        }
    }

    /// Inside an item the attempt is the unit of recovery, so that its steps need no record of their
    /// beginning.
    private void started(Preparation ready, Preparation.Turn turn) throws Cut {
        if (frame.isInItem()) {
            return;
        }
        var command = ready.command();
        var occasion = frame.site().occasion();
        frame.world()
                .record(
                        frame.of(step).inAttempt(turn.attempt(), turn.of()),
                        new StepEvent.Started(
                                step.kind().keyword(),
                                frame.site().role(),
                                command.length() > COMMAND_IN_EVENT ? command.substring(0, COMMAND_IN_EVENT) : command,
                                null,
                                occasion == null ? null : occasion.toFields()));
    }

    private StepResult fallback(StepResult failed, ErrorRecord error) throws Cut {
        return afterRetries(step) instanceof AfterRetries.Fallback(Step other)
                        && error.category() != Category.DEFINITION
                ? replaced(failed, error, other)
                : failed;
    }

    /// @return what the failure of all attempts means, wherever that is written
    static AfterRetries afterRetries(Step step) {
        return step.reactions().onFailure() instanceof FailureReaction.After(AfterRetries after)
                ? after
                : step.options().resilience().afterRetries();
    }

    private StepResult result(Evidence.Judged judged, @Nullable ErrorRecord error) {
        var attempted = error == null ? judged.attempted() : judged.attempted().failing(error);
        return new StepResult(
                error == null ? Outcome.SUCCEEDED : Outcome.FAILED,
                attempted.product(),
                error,
                new StepResult.Gain(judged.captured(), judged.outputs(), evidence.changes(), Left.NOTHING),
                effort,
                inner == Attempted.Inner.MARRED);
    }

    private StepResult refused(Refused refused) {
        return refused(null, placed(refused.error()));
    }

    private StepResult refused(Evidence.@Nullable Judged before, ErrorRecord error) {
        var product =
                before == null ? Product.NONE.failed("") : before.attempted().product();
        var gain = StepResult.Gain.of(evidence.changes());
        return new StepResult(Outcome.FAILED, product, error, gain, effort, false);
    }

    /// An error of a step inside keeps its own place.
    ErrorRecord placed(ErrorRecord error) {
        return error.origin().nodeId() == null
                ? Failures.placed(error, step, frame.of(step).inAttempt(effort.attempts(), maxAttempts()), frame)
                : error;
    }
}
