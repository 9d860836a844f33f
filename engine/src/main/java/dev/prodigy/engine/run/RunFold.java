package dev.prodigy.engine.run;

import dev.prodigy.engine.item.ItemFold;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import org.jspecify.annotations.Nullable;

/// What a run's own events make of its state: its start, ends and resumes (spec 02 §12, 03 §14).
final class RunFold {
    private RunFold() {}

    static void apply(RunState state, Recorded recorded, RunEvent event) {
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
            case RunEvent.CheckpointSaved saved ->
                state.checkpoint = new LastCheckpoint(
                        saved.version(), recorded.seq(), recorded.timestamp(), saved.itemsProcessed());
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
                if (state.items != null && warning.code().equals(Fold.NEAR_TIMEOUT)) {
                    ItemFold.warned(state.items, recorded.context());
                }
            }
        }
    }

    /// Of ends without a resume between them the first counts: behind it nothing was done that could end.
    static void ended(RunState state, Recorded recorded, EndEvent event) {
        if (state.terminal != null) {
            return;
        }
        state.circuits.answered();
        state.terminal = event;
        state.ended = recorded.timestamp();
        if (state.items != null) {
            ItemFold.released(state.items, recorded.elapsed());
        }
        if (tellsWhatTheRunIs(state)) {
            state.base = state.standing != null && isCutOff(event) ? state.standing.event() : event;
        }
        var before = state.standing;
        if (before != null && before.at() != null && isStill(state, before)) {
            state.ended = before.at();
        }
        state.standing = null;
        giveUpRedrive(state);
        state.loneMerge = null;
    }

    /// The limits of a redrive, or of a merge by itself, end that, not the run.
    private static void stopped(RunState state, RunEvent.PolicyStopped event) {
        state.circuits.answered();
        if (state.loneMerge != null) {
            state.loneMerge.stopped = event;
        } else if (state.redriving == null) {
            state.policyStopped = event;
            state.stoppedInMap = state.stage("map") instanceof StageState.Open;
        } else {
            state.redriving.stop(event);
        }
    }

    /// Where nothing but the merge of a completed run is repeated, and the machine, a person or the run's limit
    /// cuts that off, the run stays completed (spec 05 §2.8).
    private static boolean isCutOff(EndEvent event) {
        return switch (event) {
            case EndEvent.Interrupted _, EndEvent.Cancelled _, EndEvent.TimedOut _ -> true;
            case EndEvent.Completed _, EndEvent.Failed _, EndEvent.Stopped _ -> false;
        };
    }

    /// The run came to its end when it came to what it is: that it was merged behind that, or was to be, is no
    /// end of it.
    private static boolean isStill(RunState state, StandingEnd before) {
        return before.event().equals(state.outcome())
                || (state.outcome() instanceof EndEvent.Completed now
                        && before.event() instanceof EndEvent.Completed then
                        && now.status().equals(then.status()));
    }

    /// The process is gone that merged what the run had committed, and left no end: the run has that which it
    /// had.
    static void leaveStanding(RunState state) {
        if (state.terminal != null || state.standing == null || state.standing.at() == null) {
            return;
        }
        state.terminal = state.standing.event();
        state.ended = state.standing.at();
        if (state.terminal instanceof EndEvent.Completed) {
            state.base = state.terminal;
        }
        state.loneMerge = null;
    }

    /// A redrive that was cut off, or that ended itself, leaves the run what it was, and so does a merge by
    /// itself.
    private static boolean tellsWhatTheRunIs(RunState state) {
        if (state.loneMerge != null) {
            return false;
        }
        return state.redriving == null || (state.redriving.isClosed() && !state.redriving.gaveUp());
    }

    private static void resumed(RunState state, RunEvent.Resumed event, Recorded recorded) {
        leaveStanding(state);
        var at = recorded.timestamp();
        var standing = standingBehind(state, event.reason());
        state.pause.takenUp(state.pause().outlasts(state.terminal()), recorded.elapsed());
        boolean approved = state.wasStopped();
        state.circuits.restore(at);
        state.told.takenUp();
        state.quota = state.quota.restored(at, recorded.elapsed(), approved);
        state.loneMerge = null;
        switch (event.reason()) {
            case "dlq_retry" -> state.stages.remove("merge");
            case RunEvent.Resumed.MERGE -> {
                state.stages.remove("merge");
                state.loneMerge = new LoneMerge();
            }
            default -> reopen(state);
        }
        state.standing = standing;
        giveUpRedrive(state);
        // a worktree that was cleaned away is made again by who needs it
        state.branch.removal = null;
        if (state.items != null) {
            ItemFold.released(state.items, recorded.elapsed());
            ItemFold.resumed(state.items, at);
        }
        state.resumed = event;
        state.started = state.started == null ? null : state.started.overriddenBy(event.overrides());
        state.terminal = null;
        state.ended = null;
        state.settings.takenUp(RunSetting.among(event.overrides()));
    }

    /// @return what the run is while nothing but merges comes behind it; null where more may come
    private static @Nullable StandingEnd standingBehind(RunState state, String reason) {
        var end = switch (reason) {
            case "dlq_retry" -> null;
            case RunEvent.Resumed.MERGE -> state.outcome();
            default -> state.base instanceof EndEvent.Completed completed ? completed : null;
        };
        return end == null ? null : new StandingEnd(end, state.ended);
    }

    /// What failed is open again, what items held back is decided anew, and the merge is offered again. A resume of a
    /// run that its policy stopped is a person's approval of the failures so far: counting starts anew.
    private static void reopen(RunState state) {
        if (state.mayRepeatReduce()) {
            state.stages.remove("reduce");
            state.ledger.forget("reduce");
        }
        if (state.wasStopped()) {
            state.policyStopped = null;
            state.countAnew();
        }
        if (state.resumed != null && state.resumed.reason().equals(RunEvent.Resumed.MERGE)) {
            // what it merged is not all that the run is going to commit
            state.stages.remove("merge");
        }
        state.base = null;
        state.stages.replaceAll((_, stage) -> switch (stage) {
            case StageState.Failed _ -> new StageState.Open();
            case StageState.Ahead _, StageState.Open _, StageState.Done _, StageState.LeftOut _ -> stage;
        });
        for (var stage : new String[] {"reduce", "merge"}) {
            if (state.stage(stage) instanceof StageState.LeftOut) {
                state.stages.remove(stage);
            }
        }
    }

    /// An interrupted redrive is repeated by its command: what was not finished is still in the queue.
    private static void giveUpRedrive(RunState state) {
        if (state.redriving != null && !state.redriving.isClosed()) {
            state.leaveRedrive();
        }
        if (state.redriving != null && state.items != null) {
            state.redriving.abandon(state.items);
        }
        state.redriving = null;
    }
}
