package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.Redriving;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.engine.run.Underway;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.util.Comparator;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/// Decides what happens next in a run of any mode (spec 03 §1, §8).
///
/// {@link #decide} answers a signal; {@link #advance} then compares the state with what should be under
/// way and starts what is missing. So a fresh run, a resumed one and a redrive are one path. Neither
/// changes the journaled state.
public final class RunDecider {
    private static final Value.Fields NO_OVERRIDES = new Value.Fields(Map.of());

    private final Plan plan;
    private final MapDecider map;
    private final StageDecider stages;
    private final ItemRecovery recovery;
    private final Conclusion conclusion;
    private final RunDeadline deadline;
    private final ControlDecider control;
    private final StepAdmission admission;

    /// Decisions for a run with this plan.
    public RunDecider(Plan plan) {
        this.plan = plan;
        this.deadline = new RunDeadline(plan.limits());
        this.recovery = new ItemRecovery(plan.map(), deadline);
        this.map = new MapDecider(plan.map(), plan.policy(), deadline);
        this.conclusion = new Conclusion(plan);
        this.stages = new StageDecider(plan, map, conclusion);
        this.control = new ControlDecider(deadline, SettingsInForce.of(plan));
        this.admission = new StepAdmission(plan.policy(), deadline);
    }

    /// @param random draws from [0, 1)
    /// @return the answer to a signal; call {@link #advance} when its events are folded
    public Decision decide(RunState state, Signal signal, Moment moment, DoubleSupplier random) {
        if (state.terminal() != null && !mayFollowTheEnd(signal)) {
            return Decision.NOTHING;
        }
        return switch (signal) {
            case Signal.Begin begin -> {
                var decision = new Decision.Builder().event(begin.event());
                yield limited(decision, state, NO_OVERRIDES, moment);
            }
            case Signal.Resume resume ->
                limited(
                        resume(state, resume, moment, random),
                        state,
                        resume.event().overrides(),
                        moment);
            case Signal.Redrive redrive -> {
                var decision = recovery.redrive(state, redrive, moment);
                ControlDecider.keepPaused(state, decision);
                yield limited(decision, state, redrive.event().overrides(), moment);
            }
            case Signal.MergeAsked merge -> {
                var decision = new Decision.Builder().event(merge.event());
                recovery.recover(state, merge.found(), moment, decision);
                ControlDecider.keepPaused(state, decision);
                yield limited(decision, state, merge.event().overrides(), moment);
            }
            // decided upon before the stop, and begun behind it: nothing starts there any more (spec 02 §6.4)
            case Signal.Reported(var _, ItemEvent.Started _) when Stopping.of(state) -> Decision.NOTHING;
            // the breaker opened meanwhile: it is not admitted any more (spec 02 §7, rule 5)
            case Signal.Reported(var context, ItemEvent.Started _)
            when map.isOvertaken(state, context) -> Decision.NOTHING;
            case Signal.Reported(var context, ItemEvent.Started started) -> map.started(state, context, started);
            case Signal.Reported reported ->
                new Decision.Builder()
                        .event(reported.context(), reported.event())
                        .done();
            case Signal.Prepared prepared -> Preparation.ended(state, prepared);
            case Signal.StepsEnded ended -> StageEndings.steps(state, plan, ended, moment);
            case Signal.StepAsked asked -> admission.asked(state, asked, moment);
            case Signal.StepLeft left -> admission.left(state, left, moment);
            case Signal.StepCut(long request) -> admission.cut(state, request, moment);
            case Signal.RetryAsked asked -> admission.retry(state, asked, moment);
            case Signal.ItemsLoaded loaded ->
                StageEndings.loaded(
                        state, loaded, map.warningAtStart(loaded.event().total()));
            case Signal.ItemsRefused refused -> StageEndings.refused(state, refused);
            case Signal.AttemptEnded ended -> map.ended(state, ended, moment, random);
            case Signal.AttemptFailed failed -> map.failed(state, failed, moment, random);
            case Signal.HandlerEnded ended -> map.handled(state, ended, moment);
            case Signal.CanaryAnswered(boolean yes) -> map.canaryAnswered(state, moment, yes);
            case Signal.MergeEnded ended -> StageEndings.merge(state, ended, moment);
            case Signal.OutputsReady ready -> {
                state.underway().outputs(ready.outputs());
                yield Decision.NOTHING;
            }
            case Signal.Tidied _ -> {
                state.underway().tidying(Underway.Tidying.DONE);
                yield Decision.NOTHING;
            }
            case Signal.TimeCame _ -> {
                state.underway().woken();
                yield Decision.NOTHING;
            }
            case Signal.StopAsked asked -> stopAsked(state, asked);
            case Signal.Lacks(var what) -> {
                state.underway().end(what, true);
                yield Decision.NOTHING;
            }
            case Signal.DeadlinePassed _ -> {
                var passed = deadline.passed(state, moment);
                if (passed != null) {
                    state.underway().end(passed, false);
                    yield Decision.NOTHING;
                }
                // the run was paused meanwhile; while it is, its going on tells when the deadline is
                var later = state.pause().isOn() ? null : deadline.again(state, moment);
                yield later == null
                        ? Decision.NOTHING
                        : new Decision.Builder().effect(later).done();
            }
            case Signal.CallerTimedOut(long timeoutMs) -> {
                state.underway().end(new Ending.TimedOut(timeoutMs), false);
                yield Decision.NOTHING;
            }
            case Signal.CheckpointDue _ ->
                Checkpoints.isDueInMap(state)
                        ? new Decision.Builder()
                                .event(Checkpoints.next(state))
                                .effect(new Effect.SaveCheckpoint())
                                .done()
                        : Decision.NOTHING;
            case Signal.Controlled(var event) -> control.decide(state, event, moment);
            case Signal.CallerSaid(var word) -> control.callerSaid(state, word, moment);
        };
    }

    /// Exactly one terminal event ends each start, and is the last that a finished run tells (spec 05 §11): what
    /// answers late, or warns of a view that could not be written behind it, has nothing more to say.
    private static boolean mayFollowTheEnd(Signal signal) {
        return switch (signal) {
            case Signal.Begin _, Signal.Resume _, Signal.Redrive _, Signal.MergeAsked _, Signal.Controlled _ -> true;
            case Signal.Reported _,
                    Signal.StepAsked _,
                    Signal.StepLeft _,
                    Signal.StepCut _,
                    Signal.RetryAsked _,
                    Signal.Prepared _,
                    Signal.StepsEnded _,
                    Signal.ItemsLoaded _,
                    Signal.ItemsRefused _,
                    Signal.AttemptEnded _,
                    Signal.AttemptFailed _,
                    Signal.HandlerEnded _,
                    Signal.CanaryAnswered _,
                    Signal.MergeEnded _,
                    Signal.OutputsReady _,
                    Signal.Tidied _,
                    Signal.TimeCame _,
                    Signal.StopAsked _,
                    Signal.Lacks _,
                    Signal.DeadlinePassed _,
                    Signal.CallerTimedOut _,
                    Signal.CallerSaid _,
                    Signal.CheckpointDue _ -> false;
        };
    }

    /// @return what is missing from what should be under way; nothing when the run has to wait for a
    ///     signal
    public Decision advance(RunState state, Moment moment) {
        if (state.terminal() != null || state.started() == null) {
            return Decision.NOTHING;
        }
        var notice = map.notice(state, moment);
        if (!notice.isEmpty()) {
            return notice;
        }
        var limit = state.isMergingOnly() ? null : map.limitReached(state);
        if (limit != null) {
            return new Decision.Builder().event(limit).done();
        }
        var ended = admission.endWaits(state);
        if (!ended.isEmpty()) {
            return ended;
        }
        var answer = admission.advance(state, moment);
        if (!answer.isEmpty()) {
            return answer;
        }
        var before = caller(state, moment);
        if (!before.isEmpty()) {
            return before;
        }
        var work = work(state, moment);
        if (!work.isEmpty()) {
            return work;
        }
        var after = caller(state, moment);
        if (!after.isEmpty()) {
            return after;
        }
        var word = deadline.word(state, moment);
        return state.underway().tell(word, moment.elapsed())
                ? new Decision.Builder().effect(new Effect.TellChildren(word)).done()
                : wake(state, moment);
    }

    /// What items and stages stand before their start is charged to no limit around the step that called the run.
    private Decision caller(RunState state, Moment moment) {
        var underway = state.underway();
        boolean idle = state.pause().isOn() && !underway.stage() && underway.attempts() == 0;
        boolean stands = (idle || underway.dispatchHeld()) && underway.ending() == null && !Stopping.of(state);
        var since = underway.callerStands();
        if (plan.limits().call() == null || stands == (since != null)) {
            return Decision.NOTHING;
        }
        if (since != null) {
            underway.requests().stood(since, moment.elapsed());
        }
        underway.callerStands(stands ? moment.elapsed() : null);
        return new Decision.Builder().effect(new Effect.CallerStands(stands)).done();
    }

    private Decision wake(RunState state, Moment moment) {
        var next = Stream.concat(admission.dues(state, moment), map.dues(state, moment))
                .filter(due -> due.isAfter(moment.now()))
                .min(Comparator.naturalOrder());
        return next.isPresent() && state.underway().wake(next.get())
                ? new Decision.Builder().effect(new Effect.WakeAt(next.get())).done()
                : Decision.NOTHING;
    }

    private Decision work(RunState state, Moment moment) {
        if (state.underway().ending() != null) {
            return wind(state, moment);
        }
        if (plan.prepares() && !state.underway().prepared()) {
            return Preparation.begin(state);
        }
        var unready = state.underway().unready();
        if (unready != null) {
            return Clearance.before(state, false, () -> conclusion.failed(state, unready, moment));
        }
        if (state.isMergingOnly()) {
            return merge(state, moment);
        }
        if (state.redriving() != null) {
            return redrive(state, state.redriving(), moment);
        }
        if (state.policyStopped() != null) {
            return windUp(state, state.policyStopped(), moment);
        }
        return stages.goOn(state, moment);
    }

    private Decision limited(Decision.Builder decision, RunState state, Value.Fields overrides, Moment moment) {
        var effect = deadline.at(state, overrides, moment);
        return effect == null ? decision.done() : decision.effect(effect).done();
    }

    private Decision.Builder resume(RunState state, Signal.Resume resume, Moment moment, DoubleSupplier random) {
        if (resume.approved()) {
            state.underway().approve();
        }
        var decision = new Decision.Builder().event(resume.event());
        recovery.recover(state, resume.found(), moment, decision);
        recovery.goOn(state, resume.failures(), moment, random, decision);
        if (resume.retry() != null) {
            recovery.requeueFailed(state, resume.found(), resume.retry().maxAttempts(), decision);
        }
        ControlDecider.keepPaused(state, decision);
        return decision;
    }

    private static Decision stopAsked(RunState state, Signal.StopAsked asked) {
        var decision = new Decision.Builder();
        ControlDecider.end(
                state, new Ending.Cancelled(asked.by(), asked.signalName(), null), asked.immediately(), decision);
        return decision.done();
    }

    /// Nothing new starts any more; what runs is ended, or with drain awaited, and then the run
    /// concludes.
    private Decision wind(RunState state, Moment moment) {
        var underway = state.underway();
        var ending = underway.ending();
        if (underway.attempts() == 0 && !underway.stage() && ending != null) {
            var redriving = state.redriving();
            if (redriving != null && !redriving.isClosed() && map.allSuccessful(state) && mayComplete(state)) {
                return closed(state, redriving); // what is left to do is the run's, which a resume goes on with
            }
            return Clearance.before(state, false, () -> conclusion.ended(state, ending, moment));
        }
        if (underway.draining() || underway.askEnding()) {
            return Decision.NOTHING;
        }
        return new Decision.Builder().effect(new Effect.EndWork(false)).done();
    }

    /// Policy has stopped the run: what runs is awaited or ended, reduce runs only where its author
    /// wants it even so.
    private Decision windUp(RunState state, RunEvent.PolicyStopped stopped, Moment moment) {
        var underway = state.underway();
        if (underway.attempts() > 0) {
            return cutOff(state); // the attempts alone: reduce may yet run
        }
        if (underway.stage()) {
            return map.isToKill() && Stopping.ofLists(state) && !underway.askEnding()
                    ? new Decision.Builder().effect(new Effect.EndWork(false)).done()
                    : Decision.NOTHING;
        }
        for (var stage : plan.stages()) {
            if (stage.name().equals("reduce")
                    && plan.conditions().reduce() == When.ALWAYS
                    && state.isStoppedInMap()
                    && !underway.stageCut()
                    && !state.stage(stage).isSettled()) {
                return stages.go(state, stage, moment);
            }
        }
        return Clearance.before(state, false, () -> conclusion.ended(state, map.stopOf(state, stopped), moment));
    }

    private Decision cutOff(RunState state) {
        var decision = new Decision.Builder();
        if (map.cutsOff(state)) {
            state.underway().askAttempts().forEach(item -> decision.effect(new Effect.EndAttempt(item)));
        }
        return decision.done();
    }

    /// Runs the chosen items, then offers what they committed; the run then is what its items make it,
    /// or what it was. Items that are pending beside the chosen ones are a resume's (spec 03 §15).
    private Decision redrive(RunState state, Redriving redriving, Moment moment) {
        if (!map.redriveIsOver(state)) {
            var cut = cutOff(state);
            return cut.isEmpty() ? map.admit(state, moment) : cut;
        }
        if (!redriving.isClosed()) {
            return closed(state, redriving);
        }
        if (redriving.failure() != null) {
            var error = redriving.failure();
            return Clearance.before(state, false, () -> conclusion.failed(state, error, moment));
        }
        if (redriving.gaveUp()) {
            return Clearance.before(
                    state, false, () -> conclusion.ended(state, map.redriveStopped(state, redriving), moment));
        }
        return mayComplete(state) && !map.hasPending(state)
                ? stages.goOn(state, moment)
                : Clearance.before(state, false, () -> conclusion.again(state, moment));
    }

    /// Offers what the run has committed; the run then is what it was.
    private Decision merge(RunState state, Moment moment) {
        boolean stopped = Stopping.of(state) && !state.underway().stage();
        for (var stage : plan.stages()) {
            if (stage instanceof Stage.Merge && !state.stage(stage).isSettled() && !stopped) {
                return stages.go(state, stage, moment);
            }
        }
        return Clearance.before(state, false, () -> conclusion.again(state, moment));
    }

    private Decision closed(RunState state, Redriving redriving) {
        return new Decision.Builder()
                .event(new LetterEvent.RetryCompleted(redriving.succeeded(), redriving.failed(), map.letters(state)))
                .done();
    }

    /// @return whether the run had come to its end before the redrive, so that its end is what the items make of it now
    private static boolean mayComplete(RunState state) {
        return state.base() instanceof EndEvent.Completed;
    }

    /// @return whether an event says that the run is over
    public static boolean isTerminal(Event event) {
        return event instanceof EndEvent;
    }
}
