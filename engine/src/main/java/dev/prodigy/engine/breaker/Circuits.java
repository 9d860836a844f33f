package dev.prodigy.engine.breaker;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.CircuitEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The breakers of a run. Only the fold of the journal changes them, so they survive whatever the process does not.
public final class Circuits {
    private final SortedMap<Circuit.Name, BreakerState> states = new TreeMap<>();
    private final SortedMap<Circuit.Name, CircuitEvent.Opened> openings = new TreeMap<>();
    private final SortedMap<Circuit.Name, CircuitEvent.Opened> unanswered = new TreeMap<>();

    /// No breaker has been told anything yet.
    public Circuits() {}

    /// @return the breaker's state
    public BreakerState of(Circuit.Name name) {
        return states.getOrDefault(name, BreakerState.initial());
    }

    /// @return all that were ever told something
    public SortedMap<Circuit.Name, BreakerState> all() {
        return Collections.unmodifiableSortedMap(states);
    }

    /// @return failures in a row: of a closed breaker so far, of another those that opened it
    public int failures(Circuit.Name name) {
        if (of(name) instanceof ClosedBreaker closed) {
            return closed.failures();
        }
        var opening = openings.get(name);
        return opening == null ? 0 : opening.failures();
    }

    /// @param until when it half-opens; null: it is probing
    /// @return the error of what it does not admit now, caused by the failure that opened it last
    public ErrorRecord refusal(Circuit.Name name, @Nullable Instant until) {
        var opening = openings.get(name);
        return OpenCircuit.error(name.key(), until).causedBy(opening == null ? null : opening.error());
    }

    /// Takes an event in.
    ///
    /// @param at when it was journaled
    public void apply(CircuitEvent event, Instant at) {
        var name = Circuit.Name.of(event);
        states.put(name, after(of(name), event, at));
        if (event instanceof CircuitEvent.Opened opened) {
            openings.put(name, opened);
            unanswered.put(name, opened);
        }
    }

    /// What the openings so far mean to the run is journaled.
    public void answered() {
        unanswered.clear();
    }

    /// @return the opening of a breaker behind which the journal breaks off before it says what the run made of
    ///     it, else null
    public CircuitEvent.@Nullable Opened unanswered(Circuit.Name name) {
        return unanswered.get(name);
    }

    /// A process takes the run up: what was in flight is lost (spec 02 §7, rule 12).
    public void restore(Instant now) {
        states.replaceAll((_, state) -> state.restore(now).state());
    }

    private static BreakerState after(BreakerState state, CircuitEvent event, Instant at) {
        return switch (event) {
            case CircuitEvent.Opened opened ->
                new OpenBreaker(state.epoch() + 1, opened.until(), Duration.between(at, opened.until()));
            case CircuitEvent.HalfOpened half ->
                new HalfOpenBreaker(state.epoch() + 1, half.permits(), half.permits(), 0);
            case CircuitEvent.Closed _ -> new ClosedBreaker(state.epoch() + 1, 0);
            case CircuitEvent.Counted counted ->
                switch (state) {
                    case ClosedBreaker closed -> new ClosedBreaker(closed.epoch(), counted.failures());
                    case HalfOpenBreaker half -> half.counting(counted.permits(), counted.successes());
                    case OpenBreaker open -> open;
                };
        };
    }
}
