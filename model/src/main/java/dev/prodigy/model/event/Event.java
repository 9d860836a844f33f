package dev.prodigy.model.event;

import dev.prodigy.model.value.Value;

/// Something that happened in a run. Events are the only truth about a run: its state is their fold
/// (spec 05 §6).
///
/// Within a format version members may be added, never renamed, removed or given a new meaning.
public sealed interface Event
        permits RunEvent,
                EndEvent,
                PhaseEvent,
                StepEvent,
                ItemEvent,
                HandlerEvent,
                LetterEvent,
                ControlEvent,
                WorktreeEvent,
                CircuitEvent,
                QuotaEvent,
                SubWorkflowEvent,
                UnknownEvent {

    /// @return the event's name in the journal, `snake_case`
    String type();

    /// @return its own members, without envelope and context
    Value.Fields body();
}
