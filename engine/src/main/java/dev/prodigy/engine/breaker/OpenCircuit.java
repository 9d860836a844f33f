package dev.prodigy.engine.breaker;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The failure of an attempt that a breaker did not admit (spec 02 §7).
final class OpenCircuit {
    private OpenCircuit() {}

    /// @param until when the breaker half-opens; null: it is probing
    /// @return the error
    static ErrorRecord error(String key, @Nullable Instant until) {
        var state = until == null ? "is probing, and has no place free" : "is open until " + Timestamps.format(until);
        return ErrorRecord.of(KnownCode.CIRCUIT_OPEN.row(), "the circuit breaker " + key + " " + state);
    }
}
