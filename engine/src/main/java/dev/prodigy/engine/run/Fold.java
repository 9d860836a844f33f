package dev.prodigy.engine.run;

import dev.prodigy.engine.item.ItemFold;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.Redriving;
import dev.prodigy.engine.limit.RetryAllowance;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.value.Value;
import java.time.Duration;

/// `state + event → state`: the only way in which a run's state changes. Fresh runs, resumes and
/// reports share it.
public final class Fold {
    /// Why a redrive ended early: a row of failures (spec 03 §15).
    public static final String REDRIVE_STOPPED = "redrive_stopped";

    /// The warning that an item has used most of its time (spec 02 §10).
    public static final String NEAR_TIMEOUT = "ITEM_NEAR_TIMEOUT";

    private static final String STOP = "stop";

    private Fold() {}

    /// Takes one journaled event into the state. Events come in the order of their `seq`.
    public static void apply(RunState state, Recorded recorded) {
        state.seq = recorded.seq();
        state.elapsed = recorded.elapsed();
        state.at = recorded.timestamp();
        switch (recorded.event()) {
            case RunEvent event -> run(state, recorded, event);
            case PhaseEvent event -> phase(state, recorded, event);
            case StepEvent event -> step(state, recorded, event);
            case ItemEvent event -> item(state, recorded, event);
            case HandlerEvent event -> handler(state, recorded.context(), event);
            case LetterEvent event -> letter(state, recorded.context(), event);
            case ControlEvent event -> control(state, event);
            case WorktreeEvent event -> worktree(state, recorded.context(), event);
            case CircuitEvent event -> state.circuits.apply(event, recorded.timestamp());
            case QuotaEvent event -> state.quota = state.quota.after(event, recorded.timestamp(), recorded.elapsed());
            case SubWorkflowEvent event -> state.ledger.note(recorded, event);
            case UnknownEvent _ -> {}
        }
    }

    private static void run(RunState state, Recorded recorded, RunEvent event) {
        switch (event) {
            case RunEvent.Started started -> {
                state.started = started;
                state.began = recorded.timestamp();
                state.takenUp = recorded.elapsed();
            }
            case RunEvent.Resumed resumed -> {
                resumed(state, resumed, recorded);
                state.takenUp = recorded.elapsed();
            }
            case RunEvent.PolicyStopped stopped -> stopped(state, stopped);
            case RunEvent.CheckpointSaved saved -> {
                state.checkpoints = saved.version();
                state.checkpointSeq = recorded.seq();
                state.checkpointAt = recorded.timestamp();
                state.itemsAtCheckpoint = saved.itemsProcessed();
            }
            case RunEvent.Completed _,
                    RunEvent.Failed _,
                    RunEvent.Stopped _,
                    RunEvent.TimedOut _,
                    RunEvent.Cancelled _,
                    RunEvent.Interrupted _ -> {
                state.terminal = event;
                state.ended = recorded.timestamp();
                if (tellsWhatTheRunIs(state)) {
                    state.base = event;
                }
                giveUpRedrive(state);
            }
            case RunEvent.ErrorReport _ -> {
                if (state.items != null) {
                    ItemFold.reported(state.items);
                }
            }
            case RunEvent.ErrorMetrics _ -> {
                if (state.items != null) {
                    ItemFold.measured(state.items);
                }
            }
            case RunEvent.JournalRecovered _, RunEvent.JournalSalvaged _ -> {}
            case RunEvent.WarningRaised warning -> {
                if (state.items != null && warning.code().equals(NEAR_TIMEOUT)) {
                    ItemFold.warned(state.items, recorded.context());
                }
            }
        }
    }

    /// The limits of a redrive end the redrive, not the run.
    private static void stopped(RunState state, RunEvent.PolicyStopped event) {
        if (state.redriving == null) {
            state.policyStopped = event;
            state.stoppedInMap = state.stage("map") instanceof StageState.Open;
        } else {
            state.redriving.stop(event);
        }
    }

    /// A redrive that was cut off, or that ended itself, leaves the run what it was.
    private static boolean tellsWhatTheRunIs(RunState state) {
        return state.redriving == null || (state.redriving.isClosed() && !state.redriving.gaveUp());
    }

    private static void resumed(RunState state, RunEvent.Resumed event, Recorded recorded) {
        var at = recorded.timestamp();
        boolean approved = state.terminal instanceof RunEvent.Stopped;
        state.circuits.restore(at);
        state.quota = state.quota.restored(at, recorded.elapsed(), approved);
        if (event.reason().equals("dlq_retry")) {
            state.failures = 0;
            state.successes = 0;
            state.stages.remove("merge");
        } else {
            reopen(state);
        }
        giveUpRedrive(state);
        if (state.items != null) {
            ItemFold.resumed(state.items, at);
        }
        state.resumed = event;
        state.terminal = null;
        state.ended = null;
        state.paused = false;
        // what a person said last about a setting holds, be it said to a live run or to a resume
        RunSetting.among(event.overrides()).forEach((setting, value) -> state.settings.put(setting.key(), value));
    }

    /// What failed is open again, and the merge is offered again. A resume of a run that ended because
    /// its policy stopped it is a person's approval of the failures so far: counting starts anew.
    private static void reopen(RunState state) {
        if (state.terminal instanceof RunEvent.Stopped) {
            state.failures = 0;
            state.successes = 0;
            if (state.policyStopped != null) {
                // reduce may have run on partial results; it runs again at the end
                state.stages.remove("reduce");
                state.ledger.forget("reduce");
            }
            state.policyStopped = null;
            state.stopWanted = false;
        }
        state.stages.replaceAll((_, stage) -> switch (stage) {
            case StageState.Failed _ -> new StageState.Open();
            case StageState.Ahead _, StageState.Open _, StageState.Done _, StageState.LeftOut _ -> stage;
        });
        if (state.stage("merge") instanceof StageState.LeftOut) {
            state.stages.remove("merge");
        }
    }

    /// An interrupted redrive is repeated by its command: what was not finished is still in the queue.
    private static void giveUpRedrive(RunState state) {
        if (state.redriving != null && state.items != null) {
            state.redriving.abandon(state.items);
        }
        state.redriving = null;
    }

    private static void phase(RunState state, Recorded recorded, PhaseEvent event) {
        var context = recorded.context();
        switch (event) {
            case PhaseEvent.PhaseStarted started -> {
                state.stages.put(started.phase(), new StageState.Open());
                state.phase = started.phase();
                if (started.phase().equals("map")) {
                    state.mapBegan = recorded.elapsed();
                }
            }
            case PhaseEvent.PhaseCompleted done -> {
                state.stages.put(
                        done.phase(),
                        done.reason() == null ? new StageState.Done() : new StageState.LeftOut(done.reason()));
                if (done.phase().equals("map")) {
                    state.mapLasted = Duration.ofMillis(done.durationMs());
                }
                if (done.phase().equals("merge")) {
                    state.phase = "merge";
                    state.merged = done.reason() == null;
                }
            }
            case PhaseEvent.PhaseFailed failed -> {
                state.stages.put(failed.phase(), new StageState.Failed(failed.error()));
                state.phase = failed.phase();
            }
            case PhaseEvent.PassStarted _ -> {
                state.stages.put(pass(context), new StageState.Open());
                state.phase = "commands";
            }
            case PhaseEvent.PassCompleted done ->
                state.stages.put(
                        pass(context),
                        done.error() == null ? new StageState.Done() : new StageState.Failed(done.error()));
        }
    }

    private static String pass(Context context) {
        return "pass-" + context.pass();
    }

    private static void step(RunState state, Recorded recorded, StepEvent event) {
        state.ledger.note(recorded, event);
        if (event instanceof StepEvent.Completed completed
                && !completed.commits().isEmpty()
                && recorded.context().itemId() == null) {
            state.sessionTip = completed.commits().getLast();
            if (recorded.context().pass() != null) {
                state.changedPasses.add(recorded.context().pass());
            }
        }
        if (event instanceof StepEvent.Completed completed
                && recorded.context().itemId() == null
                && completed.captured().get("marred") instanceof Value.Bool) {
            // the failures stand in a list or a run inside it
            state.tolerated++;
        }
        if (event instanceof StepEvent.Failed failed
                && failed.tolerated()
                && recorded.context().itemId() == null) {
            state.tolerated++;
        }
        if (event instanceof StepEvent.RetryScheduled retry && retry.layer().equals("step")) {
            var first = retry.firstAttempts();
            state.stepRetries = new RetryAllowance(
                    state.stepRetries.retries() + 1, first == null ? state.stepRetries.firstAttempts() : first);
        }
        if (event instanceof StepEvent.AgentUsage usage && usage.costUsd() instanceof Value.Num(var cost)) {
            state.cost = state.cost == null ? cost : state.cost.add(cost);
        }
        if (event instanceof StepEvent.RetryScheduled retry && retry.layer().equals("item")) {
            var items = state.items;
            if (items != null) {
                ItemFold.waits(items, recorded.context(), retry);
                if (retry.nextAttempt() > retry.attempt()) {
                    state.itemRetries = state.itemRetries.plusRetry();
                }
            }
        }
    }

    private static void item(RunState state, Recorded recorded, ItemEvent event) {
        if (event instanceof ItemEvent.Loaded loaded) {
            state.items = new ItemTable(Math.toIntExact(loaded.total()));
            state.loaded = loaded;
            return;
        }
        if (event instanceof ItemEvent.CanaryEvaluated canary) {
            state.canaryPassed = canary.passed();
            return;
        }
        var items = state.items;
        if (items == null) {
            return;
        }
        ItemFold.apply(items, recorded, event);
        int item = ItemId.index(recorded.context().itemId());
        switch (event) {
            case ItemEvent.Completed completed -> {
                state.successes++;
                if (state.mergeIntents.remove(item) instanceof WorktreeEvent.MergeStarted merge
                        && merge.mergeCommit() != null) {
                    state.sessionTip = merge.mergeCommit();
                }
                if (completed.tolerated()) {
                    state.tolerated++;
                }
                if (state.redriving != null) {
                    state.redriving.ended(item, true);
                }
            }
            case ItemEvent.Failed failed -> {
                state.mergeIntents.remove(item);
                if (failed.isFinal()) {
                    state.failures++;
                    state.lastFailure = failed.error();
                    if (state.redriving != null) {
                        state.redriving.ended(item, false);
                    }
                }
            }
            case ItemEvent.Interrupted _ -> state.mergeIntents.remove(item);
            case ItemEvent.Requeued requeued -> {
                if (state.redriving != null && requeued.by().equals("dlq_retry")) {
                    state.redriving.chosen(item);
                } else {
                    // a finished map phase is open again, and what comes of it is offered again
                    state.stages.put("map", new StageState.Open());
                    state.stages.remove("merge");
                }
            }
            case ItemEvent.Started _ -> {
                if (items.attempts(item) == 1) {
                    state.itemRetries = state.itemRetries.plusFirst();
                }
            }
            case ItemEvent.Skipped _ -> {
                if (state.redriving != null) {
                    state.redriving.dropped(item);
                }
            }
            case ItemEvent.Loaded _, ItemEvent.CanaryEvaluated _, ItemEvent.Waiting _, ItemEvent.Continued _ -> {}
        }
    }

    private static void handler(RunState state, Context context, HandlerEvent event) {
        if (state.items != null) {
            ItemFold.apply(state.items, context, event);
        }
        if (event instanceof HandlerEvent.Completed completed
                && completed.then().equals(STOP)) {
            state.stopWanted = true;
        }
    }

    private static void letter(RunState state, Context context, LetterEvent event) {
        var items = state.items;
        switch (event) {
            case LetterEvent.RetryStarted retry -> state.redriving = new Redriving(retry.shaped(), retry.maxParallel());
            case LetterEvent.RetryCompleted _ -> redriveCompleted(state);
            case LetterEvent.Added _, LetterEvent.Updated _ -> {
                if (items != null) {
                    ItemFold.letter(items, context, true);
                }
            }
            case LetterEvent.Removed _ -> {
                if (items != null) {
                    ItemFold.letter(items, context, false);
                }
            }
        }
    }

    /// A reduce that `when: complete` held back runs once every item is successful.
    private static void redriveCompleted(RunState state) {
        if (state.redriving != null) {
            state.redriving.close();
        }
        boolean clean = state.items != null && state.items.count(ItemState.SUCCESSFUL) == state.items.total();
        if (clean && state.stage("reduce") instanceof StageState.LeftOut) {
            state.stages.remove("reduce");
        }
    }

    private static void control(RunState state, ControlEvent event) {
        switch (event) {
            case ControlEvent.Paused _ -> state.paused = true;
            case ControlEvent.Continued _ -> state.paused = false;
            case ControlEvent.SettingChanged changed -> {
                state.settings.put(changed.key(), changed.to());
                var parallel = state.setting(RunSetting.MAX_PARALLEL);
                if (state.redriving != null
                        && changed.key().equals(RunSetting.MAX_PARALLEL.key())
                        && parallel != null) {
                    state.redriving.limit(parallel.intValue());
                }
            }
            case ControlEvent.Received received -> {
                if (state.items != null && received.command().equals("skip")) {
                    ItemIds.in(received.arguments()).forEach(item -> state.items.givenUp(item, received.actor()));
                }
            }
        }
    }

    private static void worktree(RunState state, Context context, WorktreeEvent event) {
        switch (event) {
            case WorktreeEvent.MergeStarted intent -> {
                if (context.itemId() != null) {
                    state.mergeIntents.put(ItemId.index(context.itemId()), intent);
                }
            }
            case WorktreeEvent.MergeCompleted _ -> state.merged |= context.itemId() == null;
            case WorktreeEvent.MergeConflicted _,
                    WorktreeEvent.MergeSkipped _,
                    WorktreeEvent.Created _,
                    WorktreeEvent.Removed _,
                    WorktreeEvent.Salvaged _,
                    WorktreeEvent.Orphaned _ -> {}
        }
    }
}
