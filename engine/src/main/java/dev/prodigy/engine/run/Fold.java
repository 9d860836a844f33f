package dev.prodigy.engine.run;

import dev.prodigy.engine.item.ItemFold;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.Redriving;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
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
import org.jspecify.annotations.Nullable;

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
        state.runId = recorded.runId();
        state.elapsed = recorded.elapsed();
        state.at = recorded.timestamp();
        state.stageTimes.take(recorded);
        switch (recorded.event()) {
            case RunEvent event -> RunFold.apply(state, recorded, event);
            case EndEvent event -> RunFold.ended(state, recorded, event);
            case PhaseEvent event -> PhaseFold.apply(state, recorded, event);
            case StepEvent event -> StepFold.apply(state, recorded, event);
            case ItemEvent event -> item(state, recorded, event);
            case HandlerEvent event -> handler(state, recorded.context(), event);
            case LetterEvent event -> letter(state, recorded.context(), event);
            case ControlEvent event -> control(state, recorded, event);
            case WorktreeEvent event -> worktree(state, recorded, event);
            case CircuitEvent event -> StepFold.apply(state, recorded, event);
            case QuotaEvent event -> quota(state, recorded, event);
            case SubWorkflowEvent event -> state.ledger.note(recorded, event);
            case UnknownEvent event -> unknown(state, event);
        }
    }

    /// The process that worked on the run is gone: a redrive that it was in leaves the dead letters that it did
    /// not get to where they were (spec 03 §15), as the next resume will find them. A merge behind the run's end
    /// leaves that end (spec 05 §2.8).
    public static void ownerGone(RunState state) {
        RunFold.leaveStanding(state);
        if (state.redriving != null && state.items != null) {
            state.redriving.abandon(state.items);
        }
    }

    private static void unknown(RunState state, UnknownEvent event) {
        if (state.unknown == null && !event.isOptional()) {
            state.unknown = new NotUnderstood(event.type(), state.seq);
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
                var intent = state.branch.mergeIntents.remove(item);
                var merge = intent == null ? null : intent.event().mergeCommit();
                if (intent != null && merge != null) {
                    state.forgetMergeSteps();
                    state.branch.merged(intent, merge);
                } else {
                    state.branch.acknowledged = state.branch.tip;
                }
                if (completed.tolerated()) {
                    state.tolerated++;
                }
                if (state.redriving != null) {
                    state.redriving.ended(item, true);
                }
            }
            case ItemEvent.Failed failed -> {
                state.branch.mergeIntents.remove(item);
                if (failed.isFinal()) {
                    state.failures.add(item);
                    state.lastFailure = failed.error();
                    if (state.redriving != null) {
                        state.redriving.ended(item, false);
                    }
                }
            }
            case ItemEvent.Interrupted _ -> state.branch.mergeIntents.remove(item);
            case ItemEvent.Requeued requeued -> {
                state.standing = null;
                state.failures.remove(item);
                if (state.redriving != null && requeued.by().equals("dlq_retry")) {
                    state.redriving.chosen(item);
                } else {
                    // a finished map phase is open again, and what comes of it is offered again
                    state.stages.put("map", new StageState.Open());
                    state.stages.remove("merge");
                    state.phase = "map";
                    if (state.redriving != null) {
                        state.redriving.dropped(item);
                    }
                }
            }
            case ItemEvent.Started _ -> {
                if (items.attempts(item) == 1) {
                    state.spent.itemRetries = state.spent.itemRetries.plusFirst();
                }
            }
            case ItemEvent.Skipped skipped -> {
                // an item that its policy or its time limit skips has failed all the same (spec 02 §6.1)
                if (skipped.isByPerson()) {
                    state.failures.remove(item);
                    state.lastFailure = isOf(item, state.lastFailure) ? null : state.lastFailure;
                }
                if (state.redriving != null) {
                    state.redriving.dropped(item);
                }
            }
            case ItemEvent.Loaded _, ItemEvent.CanaryEvaluated _, ItemEvent.Waiting _, ItemEvent.Continued _ -> {}
        }
    }

    private static boolean isOf(int item, @Nullable ErrorRecord error) {
        return error != null && ItemId.of(item).equals(error.origin().itemId());
    }

    private static void quota(RunState state, Recorded recorded, QuotaEvent event) {
        state.quota = state.quota.after(event, recorded.timestamp(), recorded.elapsed());
        if (event instanceof QuotaEvent.Paused paused) {
            state.ledger.note(recorded, paused);
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
            case LetterEvent.RetryStarted retry -> {
                state.redriving = new Redriving(state.phase, retry.givesUp(), retry.maxParallel());
                state.phase = "map";
                // what earlier processes had no time to write belongs to what was before it (spec 02 §6.4)
                state.countAnew();
            }
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

    /// A reduce that `when: complete` held back runs once every item is successful; else the run is where it was.
    private static void redriveCompleted(RunState state) {
        boolean clean = state.items != null && state.items.count(ItemState.SUCCESSFUL) == state.items.total();
        if (clean && state.stage("reduce") instanceof StageState.LeftOut) {
            state.stages.remove("reduce");
        } else {
            state.leaveRedrive();
        }
        if (state.redriving != null) {
            state.redriving.close();
        }
    }

    private static void control(RunState state, Recorded recorded, ControlEvent event) {
        switch (event) {
            case ControlEvent.Paused(var by) -> state.pause.begin(by.equals(ControlEvent.CALLER), recorded.elapsed());
            case ControlEvent.Continued(var by) -> state.pause.end(by.equals(ControlEvent.CALLER), recorded.elapsed());
            case ControlEvent.SettingChanged changed -> {
                state.settings.set(changed.key(), changed.to());
                var parallel = state.settings.number(RunSetting.MAX_PARALLEL);
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

    private static void worktree(RunState state, Recorded recorded, WorktreeEvent event) {
        var context = recorded.context();
        switch (event) {
            case WorktreeEvent.MergeStarted intent -> {
                if (context.itemId() != null) {
                    state.branch.mergeIntents.put(
                            ItemId.index(context.itemId()), new BranchState.Intent(recorded.seq(), intent));
                    conflict(state, context, false);
                } else {
                    state.branch.openMerge = intent;
                }
            }
            case WorktreeEvent.MergeConflicted _ -> conflict(state, context, true);
            // an item that is merged into the session later brings commits that the target lacks
            case WorktreeEvent.MergeCompleted _ -> {
                state.branch.merged = context.itemId() == null;
                if (state.branch.merged) {
                    state.branch.openMerge = null;
                }
            }
            case WorktreeEvent.MergeSkipped _ -> state.branch.openMerge = null;
            case WorktreeEvent.Salvaged salvaged -> {
                if (salvaged.name().equals(recorded.runId())) {
                    state.branch.salvaged(recorded.seq(), salvaged.ref());
                }
            }
            case WorktreeEvent.Removed removed -> {
                if (removed.name().equals(recorded.runId())) {
                    state.branch.hasWorktree = false;
                    // a run itself removes its branch only when nothing is left to merge: what it saves are leftovers
                    state.branch.removed(recorded.seq(), !removed.reason().equals(WorktreeEvent.Removed.RUN_OVER));
                }
            }
            case WorktreeEvent.Created created -> {
                if (created.name().equals(recorded.runId())) {
                    state.branch.hasWorktree = true;
                    state.branch.removal = null;
                    state.ledger.worktreeMade(recorded.seq());
                }
            }
            case WorktreeEvent.Advanced(var _, var commit) -> {
                state.forgetMergeSteps();
                state.branch.movedTo(commit);
            }
            case WorktreeEvent.Orphaned orphaned -> {
                if (orphaned.name().equals(recorded.runId())) {
                    state.ledger.worktreeMade(recorded.seq());
                }
            }
        }
    }

    private static void conflict(RunState state, Context context, boolean there) {
        if (state.items != null && context.itemId() != null) {
            ItemFold.conflict(state.items, context, there);
        }
    }
}
