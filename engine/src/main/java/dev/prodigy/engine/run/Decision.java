package dev.prodigy.engine.run;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;
import java.util.ArrayList;
import java.util.List;

/// What a decision comes to: events to journal, and effects to carry out once these are durable.
public record Decision(List<Entry> events, List<Effect> effects) {
    public Decision {
        events = List.copyOf(events);
        effects = List.copyOf(effects);
    }

    /// An event before it has its place in the journal.
    public record Entry(Context context, Event event) {}

    /// Nothing is to be done.
    public static final Decision NOTHING = new Decision(List.of(), List.of());

    /// @return whether there is nothing to be done
    public boolean isEmpty() {
        return events.isEmpty() && effects.isEmpty();
    }

    /// Collects a decision piece by piece.
    public static final class Builder {
        private final List<Entry> events = new ArrayList<>();
        private final List<Effect> effects = new ArrayList<>();

        /// A decision without content yet.
        public Builder() {}

        /// Adds an event about the run.
        public Builder event(Event event) {
            return event(Context.RUN, event);
        }

        /// Adds an event.
        public Builder event(Context context, Event event) {
            events.add(new Entry(context, event));
            return this;
        }

        /// Adds an effect.
        public Builder effect(Effect effect) {
            effects.add(effect);
            return this;
        }

        /// @return the decision
        public Decision done() {
            return new Decision(events, effects);
        }
    }
}
