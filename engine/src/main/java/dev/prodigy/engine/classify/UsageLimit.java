package dev.prodigy.engine.classify;

import dev.prodigy.model.value.Value;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether an agent says that its usage limit is reached, and until when (spec 02 §8.1).
final class UsageLimit {
    private static final int LONGEST_NOTICE = 500;
    private static final long FIRST_MILLISECOND = 100_000_000_000L;

    private UsageLimit() {}

    /// A limit that is merely quoted inside a longer answer is none.
    static boolean isReached(AgentFacts facts) {
        var event = facts.rateLimitEvent();
        if (event != null && member(event, "status") instanceof Value.Text(var status) && status.equals("rejected")) {
            return true;
        }
        var message = facts.finalMessage();
        return message.length() <= LONGEST_NOTICE && WaitInText.beginsAsNotice(message);
    }

    /// @return when the limit ends, by the notice, else by the last event; null when neither tells
    static @Nullable Instant resetsAt(AgentFacts facts, PrintedAt printed) {
        var message = facts.finalMessage();
        var named = message.length() <= LONGEST_NOTICE ? WaitInText.in(message, printed) : null;
        if (named != null) {
            return named.momentFrom(printed.now());
        }
        var event = facts.rateLimitEvent();
        if (event == null) {
            return null;
        }
        var camel = moment(member(event, "resetsAt"));
        return camel == null ? moment(member(event, "resets_at")) : camel;
    }

    /// The facts stand in the event itself or in its `rate_limit_info`.
    private static @Nullable Value member(Value.Fields event, String name) {
        var own = event.get(name);
        return own == null && event.get("rate_limit_info") instanceof Value.Fields info ? info.get(name) : own;
    }

    private static @Nullable Instant moment(@Nullable Value value) {
        try {
            return switch (value) {
                case Value.Num(var number) -> epoch(number.longValueExact());
                case Value.Text(var text) -> Instant.parse(text);
                case null, default -> null;
            };
        } catch (ArithmeticException | DateTimeException e) {
            return null;
        }
    }

    private static Instant epoch(long number) {
        return Math.abs(number) < FIRST_MILLISECOND ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number);
    }
}
