package dev.prodigy.testkit.engine;

import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.engine.item.OpenFailures;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/// A run that is driven by hand: its decisions are real, its world is a {@link Script}, its time is
/// virtual, its journal is a list. It can die after any event and be taken up again from what was
/// durable then.
public final class ManualEngine {
    private static final String RUN = "mapreduce-test";
    private static final Value.Fields NONE = new Value.Fields(Map.of());

    private final Plan plan;
    private final Script script;
    private final VirtualClock clock;
    private final Map<Integer, List<AttemptResult.Succeeded>> merges;
    private final Map<Integer, Signal> failures = new HashMap<>();
    private final Schedule agenda = new Schedule();
    private final AgentCalls agents;
    private final JournaledRun run;
    private DoubleSupplier random = () -> 0.5;
    private Map<Integer, Signal.Remains> remains = Map.of();
    private int mostAttempts;
    private final List<String> caller = new ArrayList<>();
    private final List<String> children = new ArrayList<>();
    private @Nullable EndEvent end;

    /// @param plan of the run
    /// @param script the world
    public ManualEngine(Plan plan, Script script) {
        this(plan, script, new VirtualClock(), List.of(), new HashMap<>());
    }

    private ManualEngine(
            Plan plan,
            Script script,
            VirtualClock clock,
            List<Recorded> journal,
            Map<Integer, List<AttemptResult.Succeeded>> merges) {
        this.plan = plan;
        this.script = script;
        this.clock = clock;
        this.merges = merges;
        this.agents = new AgentCalls(script, agenda, clock, this::take);
        this.run = new JournaledRun(RUN, plan, journal, () -> random.getAsDouble());
    }

    /// @return an engine that took these events in, at the moment of the last of them, and has nothing
    ///     under way
    public static ManualEngine after(Plan plan, Script script, List<Recorded> journal) {
        var clock = new VirtualClock();
        if (!journal.isEmpty()) {
            clock.advance(journal.getLast().elapsed());
        }
        return new ManualEngine(plan, script, clock, journal, new HashMap<>());
    }

    /// Draws random numbers from here instead of always 0.5.
    public ManualEngine drawing(DoubleSupplier draws) {
        random = draws;
        return this;
    }

    /// Says what recovery will find of items that were cut off.
    public ManualEngine leaving(Map<Integer, Signal.Remains> left) {
        remains = left;
        return this;
    }

    /// Lets the process die as soon as so many events are durable.
    public ManualEngine dyingAfter(int events) {
        run.dyingAfter(events);
        return this;
    }

    /// @return the next process on what was durable when this one died, before it began
    public ManualEngine afterwards() {
        return new ManualEngine(plan, script, clock, run.journal(), merges).drawing(random);
    }

    /// @return the same journal under another plan: another command line
    public ManualEngine afterwards(Plan other) {
        return new ManualEngine(other, script, clock, run.journal(), merges).drawing(random);
    }

    /// Begins a new run.
    public ManualEngine begin() {
        return send(JournaledRun.begin("mapreduce"));
    }

    /// Takes up a run that ended or died.
    public ManualEngine resume() {
        return send(new Signal.Resume(run.resumed("resume", NONE), interrupted(), failures(), null, false));
    }

    /// Takes up a run that ended, with its failed items.
    ///
    /// @param maxAttempts of each, or null for the policy's
    public ManualEngine retryFailed(@Nullable Integer maxAttempts) {
        return send(new Signal.Resume(
                run.resumed("resume", NONE), interrupted(), failures(), new Signal.Resume.Retry(maxAttempts), false));
    }

    /// Takes up a run that ended or died, under other rules.
    public ManualEngine resume(Value.Fields overrides) {
        return send(new Signal.Resume(run.resumed("resume", overrides), interrupted(), failures(), null, false));
    }

    /// Takes up a run that its gates held back, with the answer yes.
    public ManualEngine resumeApproved() {
        return send(new Signal.Resume(run.resumed("resume", NONE), interrupted(), failures(), null, true));
    }

    /// Runs dead-lettered items again.
    public ManualEngine redrive(List<Integer> items, boolean givesUp, @Nullable Integer maxParallel) {
        return send(new Signal.Redrive(
                run.resumed("dlq_retry", NONE), items, givesUp, maxParallel, null, null, interrupted()));
    }

    /// Merges what the run has committed, and does nothing else.
    public ManualEngine merge() {
        return send(new Signal.MergeAsked(run.resumed("merge", NONE), interrupted()));
    }

    /// Sends one signal, at once.
    public ManualEngine send(Signal signal) {
        take(signal);
        return this;
    }

    /// Sends a signal later on.
    public ManualEngine sendAt(Duration elapsed, Signal signal) {
        agenda.add(elapsed, () -> take(signal));
        return this;
    }

    /// Plays on until the run has ended, has died, or nothing more would happen.
    public ManualEngine play() {
        while (!run.isDead() && end == null && agenda.hasNext()) {
            next();
        }
        return this;
    }

    /// Plays on until a moment of the run clock, not further than its end.
    public ManualEngine playUntil(Duration elapsed) {
        while (!run.isDead()
                && end == null
                && agenda.hasNext()
                && agenda.nextAt().compareTo(elapsed) <= 0) {
            next();
        }
        if (clock.now().elapsed().compareTo(elapsed) < 0) {
            clock.advance(elapsed.minus(clock.now().elapsed()));
        }
        return this;
    }

    /// @return the events so far
    public List<Recorded> journal() {
        return run.journal();
    }

    /// @return the run's state
    public RunState state() {
        return run.state();
    }

    /// @return the clock
    public VirtualClock clock() {
        return clock;
    }

    /// @return the terminal event, or null while there is none
    public @Nullable EndEvent end() {
        return end;
    }

    /// @return the calls of agents in this process, oldest first: item and second of the beginning, as
    ///     `001@4`
    public List<String> calls() {
        return agents.made();
    }

    /// @return whether the process died
    public boolean isDead() {
        return run.isDead();
    }

    /// @return what called runs were told and when, as `paused for PT5S@4`
    public List<String> children() {
        return List.copyOf(children);
    }

    /// @return when the clock of a caller stood still and went on, as `stands@4` and `goes on@9`
    public List<String> caller() {
        return List.copyOf(caller);
    }

    /// @return the most attempts that were under way at once
    public int mostAttempts() {
        return mostAttempts;
    }

    /// @return how often an item's commits were merged
    public int merges(int item) {
        return merges.getOrDefault(item, List.of()).size();
    }

    /// @return what one more signal would lead to: a line for each event, then one for each effect
    ///     behind `→`
    public String wouldLeadTo(Signal signal) {
        var turn = run.trial(signal, clock.now());
        return ShortLines.of(turn.events())
                + String.join("", turn.effects().stream().map(ShortLines::of).toList());
    }

    private void next() {
        var at = agenda.nextAt();
        if (clock.now().elapsed().compareTo(at) < 0) {
            clock.advance(at.minus(clock.now().elapsed()));
        }
        agenda.next().run();
    }

    private void take(Signal signal) {
        run.take(signal, clock.now()).forEach(this::carryOut);
    }

    private void carryOut(Effect effect) {
        var now = clock.now().elapsed();
        switch (effect) {
            case Effect.Prepare _ ->
                agenda.work(
                        now.plus(script.stepsLast()),
                        () -> take(new Signal.Prepared(script.prepare())),
                        () -> take(new Signal.Prepared(new StepsResult.Interrupted())));
            case Effect.RunSteps(var stage) ->
                agenda.work(
                        now.plus(script.stepsLast()),
                        () -> take(new Signal.StepsEnded(stage, script.run(stage))),
                        () -> take(new Signal.StepsEnded(stage, new StepsResult.Interrupted())));
            case Effect.LoadItems _ -> agenda.add(now, () -> take(script.load()));
            case Effect.StartAttempt start -> start(start);
            case Effect.Settle(int item, var _) -> {
                var ended = failures.remove(item);
                if (ended != null) {
                    agenda.add(now, () -> take(ended));
                }
            }
            case Effect.RunHandler order -> {
                var handler = script.handler(order);
                agenda.work(
                        now.plus(handler.lasting()),
                        () -> take(new Signal.HandlerEnded(order.item(), order.attempt(), handler.result())),
                        () -> take(new Signal.HandlerEnded(
                                order.item(), order.attempt(), new HandlerResult.Interrupted("cancelled"))));
            }
            case Effect.AskCanary _ ->
                agenda.work(
                        now.plus(script.considers()),
                        () -> take(new Signal.CanaryAnswered(script.approves())),
                        () -> take(new Signal.CanaryAnswered(false)));
            case Effect.OfferMerge _ ->
                agenda.work(
                        now,
                        () -> take(new Signal.MergeEnded(script.offer())),
                        () -> take(new Signal.MergeEnded(new MergeResult.Interrupted())));
            case Effect.EvaluateOutputs _ -> agenda.add(now, () -> take(new Signal.OutputsReady(Outputs.NONE)));
            case Effect.TidyUp _ -> agenda.add(now, () -> take(new Signal.Tidied()));
            case Effect.WakeAt(var moment) -> {
                var wait = Duration.between(clock.now().now(), moment);
                agenda.wake(now.plus(wait.isNegative() ? Duration.ZERO : wait), () -> take(new Signal.TimeCame()));
            }
            case Effect.SaveCheckpoint _ -> {}
            case Effect.DeadlineAt(var elapsed) -> agenda.deadline(elapsed, () -> take(new Signal.DeadlinePassed()));
            case Effect.TellChildren(var word) ->
                children.add((word.draining() ? "draining" : word.paused() ? "paused" : "free") + " for " + word.left()
                        + "@" + now.toSeconds());
            case Effect.CallerStands(boolean still) -> caller.add((still ? "stands@" : "goes on@") + now.toSeconds());
            case Effect.EndWaits _ -> {} // a list of steps is one piece of work here
            case Effect.EndAttempt(var item) -> agenda.endWork(now, item);
            case Effect.AnswerStep(long request, var answer) -> agents.answered(request, answer);
            case Effect.EndWork _ -> agenda.endWork(now);
            case Effect.Finish(var terminal) -> end = terminal;
        }
    }

    private void start(Effect.StartAttempt start) {
        var context = Context.item(ItemId.of(start.item()), start.attempt(), "agent-" + start.place(), null);
        mostAttempts = Math.max(mostAttempts, run.state().underway().attempts());
        agenda.add(
                clock.now().elapsed(),
                () -> begun(
                        start,
                        new Signal.Reported(
                                context,
                                new ItemEvent.Started("key-" + start.item(), null, null, null, "mark", null))));
        if (script.isAgent()) {
            agents.begin(start, context);
            return;
        }
        var attempt = script.attempt(start);
        agenda.work(
                start.item(),
                clock.now().elapsed().plus(attempt.lasting()),
                () -> finish(start, attempt, context),
                () -> take(new Signal.AttemptEnded(
                        start.item(), start.attempt(), new AttemptResult.Interrupted("cancelled"))));
    }

    /// One that the run does not take in any more ends as if it had been cut off.
    private void begun(Effect.StartAttempt start, Signal.Reported beginning) {
        take(beginning);
        if (run.place() == 0 && !run.isDead()) {
            agenda.endWork(clock.now().elapsed(), start.item());
        }
    }

    /// The intent is durable before the merge, the end of the attempt behind it.
    private void finish(Effect.StartAttempt start, Script.Attempt attempt, Context context) {
        if (attempt.commits() && attempt.result() instanceof AttemptResult.Succeeded success) {
            take(new Signal.Reported(context, new WorktreeEvent.MergeStarted("head", "target", "tip", "merge", null)));
            if (run.isDead()) {
                return;
            }
            merges.computeIfAbsent(start.item(), _ -> new ArrayList<>()).add(success);
        }
        var ended = new Signal.AttemptEnded(start.item(), start.attempt(), attempt.result());
        if (attempt.result() instanceof AttemptResult.Failed failure && mayBeHandled()) {
            failures.put(start.item(), ended);
            take(new Signal.AttemptFailed(start.item(), start.attempt(), failure));
        } else {
            take(ended);
        }
    }

    private boolean mayBeHandled() {
        var rules = plan.map();
        return rules != null && !rules.handlers().isEmpty();
    }

    /// What the journal tells of items of whose last failure it is to be decided anew what follows.
    private Map<Integer, ItemEvent.Failed> failures() {
        var found = new LinkedHashMap<Integer, ItemEvent.Failed>();
        var items = run.state().items();
        var rules = plan.map();
        if (items != null && rules != null) {
            OpenFailures.of(items, rules.policy().itemRetry().attempts())
                    .forEach((item, seq) -> run.journal().stream()
                            .filter(each -> each.seq() == seq)
                            .forEach(each -> found.put(item, (ItemEvent.Failed) each.event())));
        }
        return found;
    }

    private Signal.Interrupted interrupted() {
        return new Signal.Interrupted(Signal.Interrupted.isCrash(run.state().terminal()), merged(), remains);
    }

    /// What recovery would find in the session branch.
    private Map<Integer, AttemptResult.Succeeded> merged() {
        var found = new LinkedHashMap<Integer, AttemptResult.Succeeded>();
        for (var item : run.state().branch().mergeIntents().keySet()) {
            var done = merges.get(item);
            if (done != null) {
                found.put(item, done.getLast());
            }
        }
        return found;
    }
}
