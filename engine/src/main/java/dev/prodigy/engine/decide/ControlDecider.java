package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.ControlCommand;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Underway;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.item.ItemIds;
import dev.prodigy.model.value.Value;

/// Decides what follows from a person's command (spec 05 §2.7). The command is journaled before it
/// acts.
final class ControlDecider {
    /// The code of the warning that a resumed run is paused.
    static final String STILL_PAUSED = "STILL_PAUSED";

    private final RunDeadline deadline;
    private final SettingsInForce settings;

    ControlDecider(RunDeadline deadline, SettingsInForce settings) {
        this.deadline = deadline;
        this.settings = settings;
    }

    /// @return the answer to a command; nothing when the run has ended and the command needs one that
    ///     is going on
    Decision decide(RunState state, ControlEvent.Received event, Moment moment) {
        var command = ControlCommand.of(event.command()).orElse(null);
        if (command == null) {
            // of a newer version of the program: journaled, and nothing else
            return new Decision.Builder().event(event).done();
        }
        if (state.terminal() != null && command.needsLiveRun()) {
            return Decision.NOTHING;
        }
        var decision = new Decision.Builder().event(event);
        switch (command) {
            case PAUSE -> decision.event(new ControlEvent.Paused(event.actor()));
            case RESUME_DISPATCH -> {
                decision.event(new ControlEvent.Continued(event.actor()));
                goOn(state, moment, decision);
                tellDeadline(state, moment, decision);
            }
            case DRAIN -> state.underway().end(by(event), true);
            case STOP -> {
                boolean now = event.arguments().get(ControlCommand.NOW) == Value.Bool.TRUE;
                end(state, by(event), now, decision);
            }
            case SET -> set(state, event, moment, decision);
            case SKIP -> skip(state, event, decision);
            case REQUEUE -> requeue(state, event, decision);
        }
        return decision.done();
    }

    /// @return what follows for a run from what the run says whose step runs it
    Decision callerSaid(RunState state, CallersWord word, Moment moment) {
        state.underway().hear(word, moment.elapsed());
        if (word.draining()) {
            state.underway().end(new Ending.Cancelled(ControlEvent.CALLER, null, null), true);
        }
        var decision = new Decision.Builder();
        if (word.paused() && !state.pause().isByCaller()) {
            decision.event(new ControlEvent.Paused(ControlEvent.CALLER));
        } else if (!word.paused() && state.pause().isByCaller()) {
            decision.event(new ControlEvent.Continued(ControlEvent.CALLER));
            if (!state.pause().isByPerson()) {
                goOn(state, moment, decision);
                tellDeadline(state, moment, decision);
            }
        }
        return decision.done();
    }

    private void tellDeadline(RunState state, Moment moment, Decision.Builder decision) {
        var told = deadline.again(state, moment);
        if (told != null) {
            decision.effect(told);
        }
    }

    /// Items that could have started but for the pause wait for nothing but their turn from now on.
    private static void goOn(RunState state, Moment moment, Decision.Builder decision) {
        var items = state.items();
        if (items == null) {
            return;
        }
        items.holds().forEach((item, hold) -> {
            if (hold.reason().equals(StepAdmission.PAUSED) && !state.underway().has(item)) {
                var waited = moment.elapsed().minus(hold.since());
                decision.event(ItemContext.of(items, item), new ItemEvent.Continued(waited.toMillis()));
            }
        });
    }

    /// What a person held back stays held back when the machine's fault, or a kill, brought another process.
    static void keepPaused(RunState state, Decision.Builder decision) {
        if (state.pause().outlasts(state.terminal())) {
            decision.event(new RunEvent.WarningRaised(
                    STILL_PAUSED,
                    "a person paused it; nothing starts until `prodigy resume-dispatch " + state.runId() + "`"));
        }
    }

    /// Ends the run: with grace when the state is next looked at, or at once.
    static void end(RunState state, Ending why, boolean immediately, Decision.Builder decision) {
        state.underway().end(why, false);
        if (immediately) {
            state.underway().askEnding();
            // Who is in a hurry does not wait for worktrees to be removed: they are free for the next run.
            state.underway().tidying(Underway.Tidying.DONE);
            decision.effect(new Effect.EndWork(true));
        }
    }

    private static Ending by(ControlEvent.Received event) {
        return new Ending.Cancelled("person", null, event.actor());
    }

    /// A value that a setting cannot have changes nothing.
    private void set(RunState state, ControlEvent.Received event, Moment moment, Decision.Builder decision) {
        RunSetting.among(event.arguments()).forEach((setting, to) -> {
            decision.event(
                    new ControlEvent.SettingChanged(setting.key(), settings.of(setting, state), to, event.actor()));
            if (setting == RunSetting.TIMEOUT_MS) {
                decision.effect(deadline.after(state, moment, to));
            }
        });
    }

    private static void skip(RunState state, ControlEvent.Received event, Decision.Builder decision) {
        var items = state.items();
        if (items == null) {
            return;
        }
        for (int item : ItemIds.in(event.arguments())) {
            if (!items.mayBeGivenUp(item)) {
                continue;
            }
            if (state.underway().has(item)) {
                decision.effect(new Effect.EndAttempt(item));
            } else {
                giveUp(items, item, event.actor(), decision);
            }
        }
    }

    /// Adds the events by which an item is given up that nothing works on.
    static void giveUp(ItemTable items, int item, String actor, Decision.Builder decision) {
        MapDecider.skipped(decision, items, item, ItemEvent.Skipped.BY_PERSON, actor);
    }

    private static void requeue(RunState state, ControlEvent.Received event, Decision.Builder decision) {
        var items = state.items();
        if (items == null) {
            return;
        }
        for (int item : ItemIds.in(event.arguments())) {
            if (items.has(item) && (items.state(item) == ItemState.FAILED || items.state(item) == ItemState.SKIPPED)) {
                var context = ItemContext.of(items, item);
                decision.event(context, new ItemEvent.Requeued("person", null));
                if (items.letters().has(item)) {
                    decision.event(context, new LetterEvent.Removed("requeued", event.actor()));
                }
                state.underway().lookAgainFrom(item);
            }
        }
    }
}
