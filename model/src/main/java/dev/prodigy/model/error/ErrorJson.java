package dev.prodigy.model.error;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// {@link ErrorRecord} to its JSON object and back (spec 02 §2.1). Nothing is lost but what is finer than a
/// millisecond;
/// absent values are left out, only `retry_aborted` is then null.
public final class ErrorJson {
    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private ErrorJson() {}

    /// @return the record as a JSON object with `snake_case` keys
    public static Value.Fields write(ErrorRecord error) {
        var to = new LinkedHashMap<String, Value>();
        to.put("code", Value.of(error.code()));
        to.put("codes", Value.ofTexts(error.codes()));
        to.put("category", Value.of(error.category().word()));
        to.put("message", Value.of(error.message()));
        to.put("retryable", Value.of(error.retryable()));
        write(error.retries(), to);
        write(error.origin(), to);
        write(error.evidence(), to);
        put(to, "signature", error.signature());
        if (error.cause() != null) {
            to.put("cause", write(error.cause()));
        }
        put(to, "stack_trace", error.stackTrace());
        error.further().members().forEach(to::putIfAbsent);
        return new Value.Fields(to);
    }

    private static void write(Retries retries, Map<String, Value> to) {
        to.put("retries_exhausted", Value.of(retries.exhausted()));
        to.put(
                "retry_aborted",
                retries.aborted() == null
                        ? Value.Null.NULL
                        : Value.of(retries.aborted().word()));
        to.put("attempt", Value.of(retries.attempt()));
        to.put("max_attempts", Value.of(retries.maxAttempts()));
    }

    private static void write(Origin origin, Map<String, Value> to) {
        put(to, "node_id", origin.nodeId());
        put(to, "action_id", origin.actionId());
        put(to, "timestamp", origin.timestamp());
        put(to, "run_id", origin.runId());
        put(to, "phase", origin.phase());
        put(to, "item_id", origin.itemId());
        put(to, "item_attempt", origin.itemAttempt());
    }

    private static void write(Evidence evidence, Map<String, Value> to) {
        put(to, "exit_code", evidence.exitCode());
        put(to, "signal", evidence.signal());
        put(to, "status", evidence.status());
        put(to, "timeout_ms", evidence.timeoutMs());
        put(
                to,
                "timeout_scope",
                evidence.timeoutScope() == null ? null : evidence.timeoutScope().word());
        put(to, "retry_after_ms", evidence.retryAfterMs());
        put(to, "resets_at", evidence.resetsAt());
        put(to, "duration_ms", evidence.durationMs());
        put(to, "output_tail", evidence.outputTail());
        put(to, "log", evidence.log());
    }

    private static void put(Map<String, Value> to, String key, @Nullable String text) {
        if (text != null) {
            to.put(key, Value.of(text));
        }
    }

    private static void put(Map<String, Value> to, String key, @Nullable Number number) {
        if (number != null) {
            to.put(key, Value.of(number.longValue()));
        }
    }

    private static void put(Map<String, Value> to, String key, @Nullable Instant moment) {
        if (moment != null) {
            to.put(key, Value.of(MILLISECONDS.format(moment)));
        }
    }

    /// Reads what {@link #write} wrote, also in part: a missing code is `UNKNOWN_ERROR`, a member of an unexpected kind
    /// counts as absent, unknown members are kept in {@link ErrorRecord#further()}.
    public static ErrorRecord read(Value.Fields from) {
        return read(from, ErrorRecord.MAX_CAUSES);
    }

    private static ErrorRecord read(Value.Fields from, int depth) {
        var members = new LinkedHashMap<>(from.members());
        var in = new Reader(members);
        var code = in.text("code");
        var word = in.text("category");
        var category = word == null ? null : Category.ofWord(word);
        var cause = in.fields("cause");
        return new ErrorRecord(
                code == null ? "UNKNOWN_ERROR" : code,
                in.texts("codes"),
                category == null ? Category.UNKNOWN : category,
                in.textOr("message", ""),
                in.flag("retryable"),
                new Retries(
                        in.countOr("attempt", 0),
                        in.countOr("max_attempts", 1),
                        in.flag("retries_exhausted"),
                        in.word("retry_aborted", RetryAborted::ofWord)),
                new Origin(
                        in.text("node_id"),
                        in.text("action_id"),
                        in.moment("timestamp"),
                        in.text("run_id"),
                        in.text("phase"),
                        in.text("item_id"),
                        in.count("item_attempt")),
                new Evidence(
                        in.count("exit_code"),
                        in.count("signal"),
                        in.count("status"),
                        in.number("timeout_ms"),
                        in.word("timeout_scope", TimeoutScope::ofWord),
                        in.number("retry_after_ms"),
                        in.moment("resets_at"),
                        in.number("duration_ms"),
                        in.text("output_tail"),
                        in.text("log")),
                in.text("signature"),
                cause == null || depth == 0 ? null : read(cause, depth - 1),
                in.text("stack_trace"),
                new Value.Fields(members));
    }

    /// Takes members out one by one; what is left in the end belongs to nobody here.
    private record Reader(Map<String, Value> members) {
        @Nullable
        String text(String key) {
            return members.remove(key) instanceof Value.Text(var text) ? text : null;
        }

        String textOr(String key, String absent) {
            var text = text(key);
            return text == null ? absent : text;
        }

        boolean flag(String key) {
            return members.remove(key) == Value.Bool.TRUE;
        }

        @Nullable
        Long number(String key) {
            return members.remove(key) instanceof Value.Num(var number) && inRange(number) ? number.longValue() : null;
        }

        @Nullable
        Integer count(String key) {
            var number = number(key);
            return number == null || number.intValue() != number ? null : Integer.valueOf(number.intValue());
        }

        int countOr(String key, int absent) {
            var count = count(key);
            return count == null ? absent : count;
        }

        @Nullable
        Instant moment(String key) {
            var text = text(key);
            try {
                return text == null ? null : Instant.parse(text);
            } catch (DateTimeException e) {
                return null;
            }
        }

        <T> @Nullable T word(String key, Function<String, @Nullable T> named) {
            var text = text(key);
            return text == null ? null : named.apply(text);
        }

        List<String> texts(String key) {
            var texts = new ArrayList<String>();
            if (members.remove(key) instanceof Value.Items(var values)) {
                for (var each : values) {
                    if (each instanceof Value.Text(var text)) {
                        texts.add(text);
                    }
                }
            }
            return texts;
        }

        Value.@Nullable Fields fields(String key) {
            return members.remove(key) instanceof Value.Fields fields ? fields : null;
        }

        private static boolean inRange(BigDecimal number) {
            return number.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        }
    }
}
