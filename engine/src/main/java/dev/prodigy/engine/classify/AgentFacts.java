package dev.prodigy.engine.classify;

import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// What is known about an ended agent process (spec 01 §11, 02 §2.5).
///
/// @param output what the agent prints
/// @param result the result event, or null when there was none
/// @param resultIsError what the agent's `error_when` says about it
/// @param resultText the text of the result event, or null
/// @param outputTokens as the agent reported them; null: unknown
/// @param rateLimitEvent the last `rate_limit_event` of the stream, or null
/// @param unread why an event of it could not be read, or null
public record AgentFacts(
        Output output,
        Value.@Nullable Fields result,
        boolean resultIsError,
        @Nullable String resultText,
        @Nullable Long outputTokens,
        Value.@Nullable Fields rateLimitEvent,
        @Nullable String unread,
        ProcessEnd end) {

    /// What an agent prints on stdout.
    public enum Output {
        TEXT,
        JSON,
        JSONL
    }

    /// @return the text of the result event, empty when it has none; without an event, all of stdout
    String finalMessage() {
        return (result == null ? end.stdout() : resultText == null ? "" : resultText).strip();
    }

    /// @return whether there is no result event although the agent has to give one
    boolean lacksResult() {
        return output != Output.TEXT && result == null;
    }
}
