package dev.prodigy.model.error;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// {@link ErrorRecord} to its JSON object and back (spec 02 §2.1). Nothing is lost but what is finer than a
/// millisecond; absent values are left out, only `retry_aborted` is then null.
public final class ErrorJson {
    /// The members that every record has.
    public static final List<String> REQUIRED = List.of(
            "code", "codes", "category", "message", "retryable", "retries_exhausted", "attempt", "max_attempts");

    /// The members that a record may lack, or have without a value.
    public static final List<String> OPTIONAL = List.of(
            "retry_aborted",
            "node_id",
            "action_id",
            "timestamp",
            "run_id",
            "phase",
            "item_id",
            "item_attempt",
            "exit_code",
            "signal",
            "status",
            "timeout_ms",
            "timeout_scope",
            "retry_after_ms",
            "resets_at",
            "duration_ms",
            "output_tail",
            "stderr_lines",
            "log",
            "logs",
            "signature",
            "cause");

    private ErrorJson() {}

    /// @return the record as a JSON object with `snake_case` keys
    public static Value.Fields write(ErrorRecord error) {
        var to = new FieldsWriter()
                .put("code", error.code())
                .put("codes", error.codes())
                .put("category", error.category().word())
                .put("message", error.message())
                .put("retryable", error.retryable());
        write(error.retries(), to);
        write(error.origin(), to);
        write(error.evidence(), to);
        to.put("signature", error.signature());
        if (error.cause() != null) {
            to.put("cause", write(error.cause()));
        }
        to.put("stack_trace", error.stackTrace());
        // what a mode adds never hides a member of the record
        var members = new LinkedHashMap<>(to.done().members());
        error.further().members().forEach(members::putIfAbsent);
        return new Value.Fields(members);
    }

    private static void write(Retries retries, FieldsWriter to) {
        var aborted = retries.aborted();
        to.put("retries_exhausted", retries.exhausted())
                .put("retry_aborted", Value.of(aborted == null ? null : aborted.word()))
                .put("attempt", retries.attempt())
                .put("max_attempts", retries.maxAttempts());
    }

    private static void write(Origin origin, FieldsWriter to) {
        to.put("node_id", origin.nodeId())
                .put("action_id", origin.actionId())
                .put("timestamp", origin.timestamp())
                .put("run_id", origin.runId())
                .put("phase", origin.phase())
                .put("item_id", origin.itemId())
                .put("item_attempt", wide(origin.itemAttempt()));
    }

    private static void write(Evidence evidence, FieldsWriter to) {
        var scope = evidence.timeoutScope();
        to.put("exit_code", wide(evidence.exitCode()))
                .put("signal", wide(evidence.signal()))
                .put("status", wide(evidence.status()))
                .put("timeout_ms", evidence.timeoutMs())
                .put("timeout_scope", scope == null ? null : scope.word())
                .put("retry_after_ms", evidence.retryAfterMs())
                .put("resets_at", evidence.resetsAt())
                .put("duration_ms", evidence.durationMs())
                .put("output_tail", evidence.outputTail())
                .put("log", evidence.log());
        // mostly one log tells all, and only one stream has spoken
        if (evidence.output().logs().size() > 1) {
            to.put("logs", evidence.output().logs());
        }
        if (evidence.output().stderrLines() > 0) {
            to.put("stderr_lines", (long) evidence.output().stderrLines());
        }
    }

    private static @Nullable Long wide(@Nullable Integer number) {
        return number == null ? null : number.longValue();
    }

    /// Reads what {@link #write} wrote, also in part: a missing code is `UNKNOWN_ERROR`, a member of an
    /// unexpected kind counts as absent, unknown members are kept in {@link ErrorRecord#further()}.
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
                        new Output(
                                in.text("output_tail"),
                                in.countOr("stderr_lines", 0),
                                in.text("log"),
                                in.texts("logs"))),
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
