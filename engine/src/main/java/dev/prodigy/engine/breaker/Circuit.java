package dev.prodigy.engine.breaker;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.step.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A breaker of a run as its requests know it: its name, and the policy that they share.
public record Circuit(Name name, BreakerPolicy policy) {
    private static final String ITEMS = "items";

    /// Breakers with one name are one.
    ///
    /// @param scope what its requests are: `item`, `step`, `node`
    public record Name(String scope, String key) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            int byScope = scope.compareTo(other.scope);
            return byScope != 0 ? byScope : key.compareTo(other.key);
        }

        /// @return the breaker that an event is about
        public static Name of(CircuitEvent event) {
            return new Name(event.scope(), event.key());
        }
    }

    /// @return the one breaker of a run's items
    public static Circuit ofItems(BreakerPolicy policy) {
        return new Circuit(new Name("item", policy.key() == null ? ITEMS : policy.key()), policy);
    }

    /// @return the breaker of a step, or null where it has none; it is shared by all items, passes and rounds
    public static @Nullable Circuit of(Step step) {
        var policy = step.options().resilience().breaker();
        return policy == null
                ? null
                : new Circuit(new Name("step", policy.key() == null ? step.path() : policy.key()), policy);
    }

    /// @param before the state before the changes
    /// @param error of the failure that led to them, or null
    /// @return what the journal is told: its fold is the state after the changes
    public List<CircuitEvent> tell(BreakerState before, List<Change> changes, @Nullable ErrorRecord error) {
        var events = new ArrayList<CircuitEvent>();
        var last = before;
        for (var change : changes) {
            var event = event(change, last, error);
            if (event != null) {
                events.add(event);
            }
            last = change.state();
        }
        return events;
    }

    private @Nullable CircuitEvent event(Change change, BreakerState last, @Nullable ErrorRecord error) {
        return switch (change.event()) {
            case BreakerEvent.Opened(int failures, var until) ->
                new CircuitEvent.Opened(name.key(), name.scope(), failures, until, error);
            case BreakerEvent.HalfOpened(int permits) -> new CircuitEvent.HalfOpened(name.key(), name.scope(), permits);
            case BreakerEvent.Closed(int successes) -> new CircuitEvent.Closed(name.key(), name.scope(), successes);
            case null -> change.state().equals(last) ? null : counted(change.state());
        };
    }

    private CircuitEvent counted(BreakerState state) {
        return switch (state) {
            case ClosedBreaker closed -> new CircuitEvent.Counted(name.key(), name.scope(), closed.failures(), 0, 0);
            case HalfOpenBreaker half ->
                new CircuitEvent.Counted(name.key(), name.scope(), 0, half.permits(), half.successes());
            case OpenBreaker _ -> throw new IllegalStateException("an open breaker has nothing to count");
        };
    }
}
