package dev.prodigy.cli.status;

import dev.prodigy.engine.breaker.BreakerState;
import dev.prodigy.engine.breaker.Circuits;
import dev.prodigy.engine.breaker.ClosedBreaker;
import dev.prodigy.engine.breaker.HalfOpenBreaker;
import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// The circuit breakers of a run that were ever told something (spec 02 §7, 05 §2.6).
final class BreakerFigures {
    private BreakerFigures() {}

    /// @return the member `breakers`
    static Value of(Circuits circuits) {
        return new Value.Items(circuits.all().entrySet().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("key", each.getKey().key())
                        .put("scope", each.getKey().scope())
                        .put("state", word(each.getValue()))
                        .put("failures", circuits.failures(each.getKey()))
                        .put("until", each.getValue() instanceof OpenBreaker open ? open.until() : null)
                        .done())
                .toList());
    }

    private static String word(BreakerState state) {
        return switch (state) {
            case ClosedBreaker _ -> "closed";
            case OpenBreaker _ -> "open";
            case HalfOpenBreaker _ -> "half_open";
        };
    }
}
