package dev.prodigy.runtime.letter;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One failed execution of an item: an entry of a dead letter's `history`.
///
/// @param attempt its number, from 1; 0 of an item that its breaker refused
/// @param startedAt null where nothing was started
public record FailedAttempt(
        int attempt,
        @Nullable String agentId,
        @Nullable Instant startedAt,
        Instant failedAt,
        long durationMs,
        ErrorRecord error,
        String signature) {

    /// @return paths of its logs
    List<String> logs() {
        return error.evidence().output().logs();
    }

    /// @return the JSON object
    Value.Fields toValue() {
        return new FieldsWriter()
                .put("attempt", attempt)
                .put("agent_id", agentId)
                .put("started_at", startedAt == null ? failedAt : startedAt)
                .put("failed_at", failedAt)
                .put("duration_ms", durationMs)
                .put("step", error.origin().nodeId())
                .put("error", ErrorJson.write(error))
                .put("signature", signature)
                .put("logs", logs())
                .done();
    }
}
