package dev.prodigy.model.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorJsonTest {
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.600Z");

    private static final Output PRINTED =
            Output.of("error: 503", "done").in("logs/x.stderr", List.of("logs/x.stdout", "logs/x.stderr"));

    private static final ErrorRecord FULL = new ErrorRecord(
            "503",
            List.of("503", "UNAVAILABLE"),
            Category.UNAVAILABLE,
            "exit status 22: error: 503",
            true,
            new Retries(2, 5, false, RetryAborted.BUDGET),
            new Origin("fetch", "shell", THEN, "mapreduce-1", "map", "item-003", 2),
            new Evidence(22, 9, 503, 5000L, TimeoutScope.IDLE, 2000L, THEN, 1234L, PRINTED),
            "0123456789ab",
            ErrorRecord.of(KnownCode.NETWORK_ERROR.row(), "refused"),
            "at a.B",
            new Value.Fields(Map.of("token_id", Value.of("t-1"))));

    @Test
    void aFullRecordComesBackAsItWas() {
        assertThat(ErrorJson.read(ErrorJson.write(FULL))).isEqualTo(FULL);
    }

    @Test
    void whatIsNotOptionalIsAlwaysThere() {
        var bare = new HashSet<>(ErrorJson.write(ErrorRecord.of(KnownCode.NETWORK_ERROR.row(), "refused"))
                .members()
                .keySet());
        bare.removeAll(ErrorJson.OPTIONAL);
        var full = new HashSet<>(ErrorJson.write(FULL).members().keySet());
        full.removeAll(ErrorJson.OPTIONAL);
        full.removeAll(List.of("stack_trace", "token_id"));
        assertThat(bare).isEqualTo(full).isEqualTo(Set.copyOf(ErrorJson.REQUIRED));
        assertThat(ErrorJson.write(FULL).members()).containsKeys(ErrorJson.OPTIONAL.toArray(String[]::new));
    }

    @Test
    void everyFieldHasItsName() {
        assertThat(ErrorJson.write(FULL).members())
                .containsOnlyKeys(
                        "code",
                        "codes",
                        "category",
                        "message",
                        "retryable",
                        "retries_exhausted",
                        "retry_aborted",
                        "attempt",
                        "max_attempts",
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
                        "cause",
                        "stack_trace",
                        "token_id")
                .containsEntry("timestamp", Value.of("2026-01-02T03:04:05.600Z"))
                .containsEntry("retry_aborted", Value.of("budget"))
                .containsEntry("timeout_scope", Value.of("idle"));
    }

    @Test
    void whatIsAbsentIsLeftOut() {
        var bare = ErrorRecord.of(KnownCode.TIMEOUT.row(), "timed out after 5000ms");
        assertThat(ErrorJson.write(bare).members())
                .containsOnlyKeys(
                        "code",
                        "codes",
                        "category",
                        "message",
                        "retryable",
                        "retries_exhausted",
                        "retry_aborted",
                        "attempt",
                        "max_attempts")
                .containsEntry("retry_aborted", Value.Null.NULL);
        assertThat(ErrorJson.read(ErrorJson.write(bare))).isEqualTo(bare);
    }

    @Test
    void wholeSecondsKeepTheirMilliseconds() {
        var error = FULL.with(Origin.of("a", "shell", Instant.parse("2026-01-02T03:04:05Z")));
        assertThat(ErrorJson.write(error).get("timestamp")).isEqualTo(Value.of("2026-01-02T03:04:05.000Z"));
    }

    @Test
    void aMemberThatAModeAddsNeverHidesOneOfTheRecord() {
        var error = FULL.with("code", Value.of("other"));
        assertThat(ErrorJson.write(error).get("code")).isEqualTo(Value.of("503"));
    }

    @Test
    void membersOfAnUnexpectedKindCountAsAbsent() {
        var read = ErrorJson.read(new Value.Fields(Map.of(
                "code", Value.of(503),
                "codes", new Value.Items(List.of(Value.of(1), Value.of("A"))),
                "category", Value.of("nonsense"),
                "attempt", new Value.Num(new BigDecimal("1E+400")),
                "exit_code", Value.of(1L << 40),
                "timestamp", Value.of("yesterday"),
                "cause", Value.of("x"))));
        assertThat(read.code()).isEqualTo("UNKNOWN_ERROR");
        assertThat(read.codes()).containsExactly("A");
        assertThat(read.category()).isEqualTo(Category.UNKNOWN);
        assertThat(read.retries()).isEqualTo(Retries.NONE);
        assertThat(read.evidence()).isEqualTo(Evidence.NONE);
        assertThat(read.origin()).isEqualTo(Origin.UNKNOWN);
        assertThat(read.cause()).isNull();
    }

    @Test
    void causesAreKeptFiveDeep() {
        var error = ErrorRecord.of(KnownCode.UNKNOWN_ERROR.row(), "0");
        for (var i = 1; i <= 9; i++) {
            error = ErrorRecord.of(KnownCode.UNKNOWN_ERROR.row(), "" + i).causedBy(error);
        }
        var messages = new StringBuilder();
        for (var at = error; at != null; at = at.cause()) {
            messages.append(at.message());
        }
        assertThat(messages).hasToString("987654");
        assertThat(ErrorJson.read(ErrorJson.write(error))).isEqualTo(error);
    }

    @Test
    void aHostileDepthOfCausesIsCut() {
        var nested = new Value.Fields(Map.of("code", Value.of("A")));
        for (var i = 0; i < 100_000; i++) {
            nested = new Value.Fields(Map.of("code", Value.of("A"), "cause", nested));
        }
        var depth = 0;
        for (var at = ErrorJson.read(nested); at != null; at = at.cause()) {
            depth++;
        }
        assertThat(depth).isEqualTo(1 + ErrorRecord.MAX_CAUSES);
    }

    @Test
    void layersAddWhatTheyKnow() {
        var error = ErrorRecord.of(KnownCode.TIMEOUT.row(), "timed out after 5000ms", Evidence.NONE.withExit(124, null))
                .with(Evidence.NONE
                        .withExit(124, 15)
                        .withStatus(504)
                        .withTimeout(5000, TimeoutScope.ATTEMPT)
                        .withRetryAfter(7L, THEN)
                        .withDuration(5001)
                        .withOutput(PRINTED))
                .with(Retries.at(3, 3).usedUp())
                .with(Origin.of("a", "shell", THEN).at(THEN).inRun("r", "map").inItem("item-001", 2))
                .withCodes(List.of("STALLED", "TIMEOUT"))
                .withSignature("s")
                .with("token_id", Value.of("t"));
        assertThat(error)
                .isEqualTo(new ErrorRecord(
                        "TIMEOUT",
                        List.of("TIMEOUT", "STALLED"),
                        Category.TIMEOUT,
                        "timed out after 5000ms",
                        true,
                        new Retries(3, 3, true, null),
                        new Origin("a", "shell", THEN, "r", "map", "item-001", 2),
                        new Evidence(124, 15, 504, 5000L, TimeoutScope.ATTEMPT, 7L, THEN, 5001L, PRINTED),
                        "s",
                        null,
                        null,
                        new Value.Fields(Map.of("token_id", Value.of("t")))));
        assertThat(Retries.at(1, 3).givenUp(RetryAborted.DEADLINE))
                .isEqualTo(new Retries(1, 3, false, RetryAborted.DEADLINE));
    }
}
