package dev.prodigy.engine.step;

import dev.prodigy.engine.step.evidence.LostWork;
import dev.prodigy.engine.step.evidence.RequiredEvidence;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.frame.StepProgress;
import dev.prodigy.engine.step.result.Left;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.text.BoundValues;
import dev.prodigy.engine.step.text.PreparedPlace;
import dev.prodigy.engine.step.text.ResultFile;
import dev.prodigy.engine.step.text.StepLabel;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// The executions of one step: each cycle is the attempts of its retry block with the waits between
/// them, then the fallback (spec 02 §1, layers 1–3). A rerun by a handler is another cycle.
final class StepCycles {
    private final Step step;
    private StepLabel label;
    private final Kinds kinds;
    private final ListRunner lists;
    private final StepProgress progress;
    private final Duration begun;
    private final RequiredEvidence evidence;
    /// What `step` gives in the step's own texts: those of the step before it, in every cycle.
    private final @Nullable Members stepBefore;

    private Frame base;
    private Frame frame;
    private @Nullable ResultFile resultFile;
    private Deadline total = Deadline.NEVER;
    private int cycles;
    private int attempt;
    private StepResult.Effort effort;
    private final Replacement replacement = new Replacement(this);
    private @Nullable String recoveredBy;
    private Left left = Left.NOTHING;
    /// Labels of the steps inside the executions and in what reacted to them whose failures stand: a rerun does not
    /// undo them.
    private final SequencedSet<String> tolerated = new LinkedHashSet<>();

    /// What the handler reacted to behind which an earlier process ran the step again, until that is taken up.
    private @Nullable Occasion rerunOf;

    private boolean tookUpRerun;
    /// What the lists inside the executions of the current cycle read.
    private BoundValues bound = BoundValues.none();

    /// Whether directory and environment are those of the cycle that comes next.
    private boolean entered;

    /// What the last execution came to, or null before the first: its values stay where a rerun is not let in.
    private @Nullable StepResult executed;

    /// @param frame in which the step's own entries hold already
    StepCycles(Step step, int index, Frame frame, Kinds kinds, ListRunner lists) throws Cut {
        this.step = step;
        this.label = StepLabel.at(index);
        this.kinds = kinds;
        this.lists = lists;
        this.progress = StepProgress.of(step, frame);
        this.rerunOf = progress.rerunOf();
        this.cycles = progress.cycles();
        this.effort = progress.effort();
        this.begun = StepProgress.since(step, frame);
        this.stepBefore = frame.variables().space("step");
        this.evidence = new RequiredEvidence(step, frame, StepProgress.base(step, frame));
        this.base = frame.at(frame.site().losing(LostWork.from(step, frame, evidence)));
        this.frame = base;
    }

    /// @return the first cycle's result; one that an earlier process made durable is not made again. Where an earlier
    ///     process was in a rerun, what its handler had reacted to: the handler is gone through as it ended
    StepResult first() throws Cut {
        try {
            var limit = step.options().limits().total();
            total = Deadline.in(limit, TimeoutScope.STEP, base.world().worked().minus(used()));
            base = base.within(total);
            enter();
            StepRunner.restoreBegun(step, frame, 0, progress.currentSince());
            resultFile = ResultFile.remember(step, frame, progress.begun());
        } catch (Refused e) {
            return refused(e);
        }
        if (rerunOf != null) {
            takeUp(rerunOf);
            return rerunOf.result();
        }
        return current();
    }

    /// Goes on from a moment of an earlier process, with what validation and handlers had left behind by then.
    private void takeUp(Occasion occasion) {
        cycles = occasion.cycles();
        effort = occasion.result().effort();
        executed = effort.attempts() > 0 ? occasion.result() : null;
        var error = occasion.result().error();
        attempt = error == null
                ? Math.min(effort.attempts(), maxAttempts())
                : error.retries().attempt();
        takeOver(occasion);
    }

    private void takeOver(Occasion occasion) {
        tolerated.addAll(occasion.result().tolerated());
        leave(occasion.result().gain().left());
    }

    /// @return the result of the cycle that an earlier process was in, or of the first
    private StepResult current() throws Cut {
        effort = progress.effort();
        var occasion = progress.occasion();
        if (occasion == null || progress.isInCycle()) {
            if (occasion == null) {
                leave(progress.retrying().left());
            } else {
                takeOver(occasion);
            }
            var key = base.key(step);
            bound = key == null
                    ? BoundValues.none()
                    : new BoundValues(base.site().history().bound(key));
            return cycle(progress.retrying(), progress.goesOnInside(), progress.currentSince());
        }
        takeUp(occasion);
        var error = occasion.result().error();
        return occasion.stage() == Occasion.Stage.FALLBACK && error != null
                ? replacement.fallback(occasion.result(), error, Occasion.Stage.FALLBACK)
                : occasion.result();
    }

    /// @return what earlier processes used of the step's own limit
    private Duration used() {
        var key = base.key(step);
        return key == null
                ? Duration.ZERO
                : base.site().history().used(key, base.world().now().elapsed());
    }

    /// @return the result of one more cycle, its texts made anew; of the rerun that an earlier process was in
    StepResult again() throws Cut {
        if (rerunOf != null) {
            rerunOf = null;
            tookUpRerun = true;
            return current();
        }
        bound = BoundValues.none();
        return cycle(StepProgress.Retrying.NONE, false, Long.MAX_VALUE);
    }

    Step step() {
        return step;
    }

    /// @return what binds the values that the lists inside its executions read
    BoundValues bound() {
        return bound;
    }

    /// @return what its events call it
    StepLabel label() {
        return label;
    }

    /// @return what the step's lists stand in: its own directory, environment and limit
    Frame frame() {
        return frame;
    }

    /// @return what a list behind an earlier process's rerun was reacting to when that process ended, told once when
    ///     that rerun has been taken up; else null
    @Nullable
    Occasion resumedRerun() {
        boolean told = !tookUpRerun;
        tookUpRerun = false;
        return told ? null : resumed();
    }

    /// @return cycles that ended
    int cycles() {
        return cycles;
    }

    /// @return what a list was reacting to when an earlier process ended, or null; nothing that belongs to an
    ///     execution, and nothing before a rerun of that process is taken up
    @Nullable
    Occasion resumed() {
        return rerunOf != null || progress.isInCycle() ? null : progress.occasion();
    }

    /// @return executions and waits so far
    StepResult.Effort effort() {
        return effort;
    }

    /// @return number of the last attempt within its cycle, 0 where nothing was executed there
    int attempt() {
        return attempt;
    }

    /// @return executions allowed in a cycle
    int maxAttempts() {
        return RetryLayer.attemptsOf(step);
    }

    /// @return since its first execution began, on the run clock; an earlier process's part counts
    long durationMs() {
        return frame.world().now().elapsed().minus(begun).toMillis();
    }

    /// @return whether a limit around the step leaves time for reactions to it (spec 02 §10)
    boolean hasTime() {
        return !frame.deadline().hasPassed(frame.world().worked());
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

    private void leave(Left before) {
        left = left.with(before);
        before.publish(frame.variables());
    }

    /// Sets a capture that is a handler's.
    void leave(String capture, Value value) {
        left = left.with(capture, value);
        left.publish(frame.variables());
    }

    /// Gives what a handler printed to the names that take it.
    void keep(ListResult handler, List<String> captures) {
        var output = Value.of(handler.output());
        captures.forEach(name -> leave(name, output));
    }

    /// @return a result of the step, with what its validation and handlers left behind, and the steps that belong to it
    ///     and whose failures stand
    StepResult whole(StepResult result) {
        return result.leaving(left).tolerating(tolerated);
    }

    /// Handlers, fallbacks and validation read what the step has come to: what they do themselves is not the step's.
    void publish(StepResult result) throws Cut {
        frame.variables().ended(step, result, step.options().captures().defaults());
        var changes = result.gain().changes();
        frame.variables().namespace("step", label.describe(changes, step, frame).members());
    }

    /// @return the text of the validation's result file, if it was written since the step began; else
    ///     null
    /// @throws Refused when its path has no value
    @Nullable
    String freshResult() throws Refused, Cut {
        return resultFile == null ? null : resultFile.read(frame);
    }

    /// @return what reads and judges the step's files and commits
    RequiredEvidence evidence() {
        return evidence;
    }

    /// @return what may take the step's place
    Replacement replacement() {
        return replacement;
    }

    /// Runs a list that reacts to the step.
    ///
    /// @param within its own limit besides the step's
    ListResult react(Occasion occasion, String role, List<Step> list, Deadline within) throws Cut {
        return react(frame, occasion, role, list, within);
    }

    /// Runs a list that reacts to the step, or to what an execution of it has come to.
    ///
    /// @param in the step's own place, or the inside of its execution
    ListResult react(Frame in, Occasion occasion, String role, List<Step> list, Deadline within) throws Cut {
        var site = in.site().reacting(role, step, in.isInItem() ? null : occasion);
        var place = in.at(site).within(within);
        var result = occasion.stage().isInside() ? lists.run(list, place) : lists.react(list, place);
        tolerated.addAll(result.tolerated());
        if (occasion.stage().isHandler() && !list.isEmpty()) {
            leave("handler", new Value.Fields(Map.of("output", Value.of(result.output()))));
        }
        return result;
    }

    /// @return what judges lists that must commit
    OwedCommits owedCommits() {
        return new OwedCommits(progress);
    }

    /// @return what such a list reacts to now
    Occasion occasion(Occasion.Stage stage, int round, StepResult result) {
        return new Occasion(step.path(), stage, cycles, round, whole(result));
    }

    /// @param since number of the event behind which an earlier process's steps inside were this cycle's
    private StepResult cycle(StepProgress.Retrying retrying, boolean goesOnInside, long since) throws Cut {
        try {
            if (stepBefore != null) {
                frame.variables().namespace("step", stepBefore);
            }
            if (!entered) {
                enter();
            }
            entered = false;
            evidence.prepare();
            var ready = kinds.prepare(step, frame, this);
            // what the cycle began with does not read what its own steps have captured since
            StepRunner.restoreBegun(step, frame, since, Long.MAX_VALUE);
            label = label.named(step, frame);
            var cycle = new Cycle(step, label, frame, evidence, total, effort);
            var result = cycle.run(ready, retrying, goesOnInside);
            effort = result.effort();
            attempt = cycle.made();
            tolerated.addAll(result.tolerated());
            cycles++;
            var error = result.error();
            if (attempt > 0) {
                executed = result;
            } else if (error != null) {
                result = withoutExecution(result, error);
            }
            return error == null ? result : replacement.fallback(result, error, Occasion.Stage.FALLBACK);
        } catch (Refused e) {
            return refused(e);
        }
    }

    /// Goes into the step's own directory, which a handler may have made only now.
    private void enter() throws Refused, Cut {
        frame = PreparedPlace.settled(base.at(PreparedPlace.of(step, base)));
        entered = true;
        evidence.in(frame);
    }

    /// Nothing was executed in this cycle, and nothing will be.
    StepResult refused(Refused refused) throws Cut {
        label = label.shown(step, frame);
        attempt = 0;
        var error = refused.error().with(Retries.at(0, maxAttempts()).givenUp(RetryAborted.NOT_RETRYABLE));
        var placed = placed(error);
        return withoutExecution(StepResult.refused(placed, evidence.changes(), effort), placed);
    }

    /// Result variables and captures are those of the last execution (spec 01 §4.4).
    private StepResult withoutExecution(StepResult refused, ErrorRecord error) {
        return executed == null ? refused : executed.refused(error);
    }

    /// @return the error with the step's place, unless a step inside has given it its own
    ErrorRecord placed(ErrorRecord error) {
        return Failures.placed(error, step, frame);
    }
}
