package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;

/// When a checkpoint is saved: at the end of every phase, before every terminal event, and during map
/// now and then (spec 05 §5.5).
final class Checkpoints {
    private Checkpoints() {}

    /// @return whether an event ends a phase
    static boolean isDueAfter(Event event) {
        return switch (event) {
            case PhaseEvent.PhaseCompleted _, PhaseEvent.PhaseFailed _, PhaseEvent.PassCompleted _ -> true;
            case PhaseEvent.PhaseStarted _, PhaseEvent.PassStarted _ -> false;
            case RunEvent _,
                    EndEvent _,
                    StepEvent _,
                    ItemEvent _,
                    HandlerEvent _,
                    LetterEvent _,
                    ControlEvent _,
                    WorktreeEvent _,
                    CircuitEvent _,
                    QuotaEvent _,
                    SubWorkflowEvent _,
                    UnknownEvent _ -> false;
        };
    }

    /// @return whether something happened since the last one
    static boolean isMissing(RunState state) {
        return state.seq() > state.checkpoint().seq();
    }

    /// @return whether items came to their end since the last one, in the midst of the map phase
    static boolean isDueInMap(RunState state) {
        return state.stage("map") instanceof StageState.Open
                && state.items() != null
                && state.items().counts().processed() != state.checkpoint().items();
    }

    /// @return the next one
    static RunEvent.CheckpointSaved next(RunState state) {
        var items = state.items();
        return items == null
                ? new RunEvent.CheckpointSaved(state.checkpoint().version() + 1, 0, 0)
                : new RunEvent.CheckpointSaved(
                        state.checkpoint().version() + 1, items.counts().processed(), items.total());
    }
}
