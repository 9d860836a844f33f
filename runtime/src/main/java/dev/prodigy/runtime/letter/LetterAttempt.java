package dev.prodigy.runtime.letter;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One failed execution of an item, or its breaker's refusal to let it be executed: an entry of a dead letter's
/// `history`.
///
/// @param attempt its number, from 1; 0 of a refusal, which is no attempt (spec 02 §7)
/// @param startedAt null where nothing was started, or where the journal was not read that far back
/// @param branch where its commits are, or null
/// @param salvageRef where its uncommitted work is, or null
/// @param keptDirectory the directory that holds its uncommitted work where no reference could, or null
public record LetterAttempt(
        int attempt,
        @Nullable String agentId,
        @Nullable Instant startedAt,
        Instant failedAt,
        long durationMs,
        ErrorRecord error,
        String signature,
        @Nullable String branch,
        @Nullable String salvageRef,
        @Nullable String keptDirectory) {

    /// @return whether it is no attempt but a refusal
    boolean isRefusal() {
        return attempt == 0;
    }

    /// @return whether both tell of the same: an attempt has one number, a refusal one moment
    boolean isThatOf(LetterAttempt other) {
        return attempt == other.attempt && (!isRefusal() || failedAt.toEpochMilli() == other.failedAt.toEpochMilli());
    }

    /// @return this attempt, with the error that stood in the end
    LetterAttempt finallyWith(LetterAttempt last) {
        return new LetterAttempt(
                attempt,
                agentId,
                startedAt,
                failedAt,
                durationMs,
                last.error,
                last.signature,
                branch,
                salvageRef,
                keptDirectory);
    }

    /// @param begun when it began, as far as others know, or null
    /// @return this attempt, which began then unless it knows better
    LetterAttempt begunAt(@Nullable Instant begun) {
        return startedAt != null || isRefusal()
                ? this
                : new LetterAttempt(
                        attempt,
                        agentId,
                        begun,
                        failedAt,
                        durationMs,
                        error,
                        signature,
                        branch,
                        salvageRef,
                        keptDirectory);
    }

    /// @return paths of its logs
    List<String> logs() {
        return error.evidence().output().logs();
    }

    /// @return whether it left a log
    boolean hasLogs() {
        return !logs().isEmpty();
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
