package dev.prodigy.engine.decide;

import dev.prodigy.engine.item.ItemContext;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.engine.limit.FailureLimits;
import dev.prodigy.engine.run.Decision;
import dev.prodigy.engine.run.Fold;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.item.ItemId;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a person should know of a run's items in time (spec 02 §6.2, §10).
final class ItemWarnings {
    private final @Nullable MapRules rules;

    ItemWarnings(@Nullable MapRules rules) {
        this.rules = rules;
    }

    /// @return that the failure rate of so few items stops nothing, or null
    @Nullable
    RunEvent atStart(long items) {
        if (rules == null || !new FailureLimits(rules.policy()).rateCannotTrip(Math.toIntExact(items))) {
            return null;
        }
        return new RunEvent.WarningRaised(
                "RATE_CANNOT_TRIP",
                "failure_threshold cannot stop this run: there are " + items
                        + " items, and the rate counts from min_samples ("
                        + rules.policy().minSamples() + ") on");
    }

    /// @return the warning of an item that has used most of its time
    Decision due(RunState state, Moment moment) {
        var items = state.items();
        var nearly = rules == null ? null : rules.timeouts().warnAfter();
        if (items == null || nearly == null) {
            return Decision.NOTHING;
        }
        int item = items.firstUnwarned();
        var at = item < 0 ? null : warnAt(items, item, nearly, moment);
        if (at == null || moment.elapsed().compareTo(at) < 0) {
            return Decision.NOTHING;
        }
        var event = new RunEvent.WarningRaised(
                Fold.NEAR_TIMEOUT, ItemId.of(item) + " has used 80 % of its time (agent_timeout_secs)");
        return new Decision.Builder().event(ItemContext.of(items, item), event).done();
    }

    /// @return when the next one is due
    Stream<Instant> dues(RunState state, Moment moment) {
        var items = state.items();
        var nearly = rules == null ? null : rules.timeouts().warnAfter();
        if (items == null || nearly == null) {
            return Stream.empty();
        }
        int item = items.firstUnwarned();
        var at = item < 0 ? null : warnAt(items, item, nearly, moment);
        return at == null ? Stream.empty() : Stream.of(moment.now().plus(at.minus(moment.elapsed())));
    }

    private static @Nullable Duration warnAt(ItemTable items, int item, Duration nearly, Moment moment) {
        var from = items.limitFrom(item, moment.elapsed());
        return from == null ? null : from.plus(nearly);
    }
}
