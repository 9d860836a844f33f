package dev.prodigy.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClassifierTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final PrintedAt ENDED = new PrintedAt(NOW, ZoneOffset.UTC);

    private static ErrorRecord failed(int exit, String stderr, String stdout) {
        return Classifier.ofProcess(ProcessEnd.of(exit, stderr, stdout), ENDED);
    }

    @Test
    void aCurlThatPrintsAStatusHasTheNamesOfBoth() {
        var error = failed(22, "curl: (22) The requested URL returned error: 503", "");
        assertThat(error.code()).isEqualTo("503");
        assertThat(error.category().word()).isEqualTo("unavailable");
        assertThat(error.codes())
                .containsExactly("503", "UNAVAILABLE", "SERVER_ERROR", "5XX", "EXIT_22", "EXIT_NONZERO");
        assertThat(error.retryable()).isTrue();
        assertThat(error.evidence().exitCode()).isEqualTo(22);
        assertThat(error.evidence().status()).isEqualTo(503);
        assertThat(error.message()).isEqualTo("exit status 22: curl: (22) The requested URL returned error: 503");
    }

    @Test
    void aLineThatOnlyResetsColoursSaysNothing() {
        var error = failed(1, "\u001b[0m\n", "[ERROR] the real cause\n\u001b[0m\n");
        assertThat(error.message()).isEqualTo("exit status 1: [ERROR] the real cause");
        assertThat(failed(1, "told\n\u001b[m\n", "other").message()).isEqualTo("exit status 1: told");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1   | processed 500 files | EXIT_1        | command_failed
            1   | timed out           | TIMEOUT       | timeout
            75  | HTTP 429            | EXIT_75       | unavailable
            77  | timed out           | EXIT_77       | permission
            124 | HTTP 429            | EXIT_124      | timeout
            126 | Permission denied   | EXIT_126      | permission
            127 | x: not found        | EXIT_127      | command_not_found
            137 | nothing             | SIGNAL_9      | killed
            137 | Out of memory       | OUT_OF_MEMORY | out_of_memory
            143 | Out of memory       | SIGNAL_15     | killed
            """)
    void exitStatusesComeBeforeWords(int exit, String stderr, String code, String category) {
        var error = failed(exit, stderr, "");
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.category().word()).isEqualTo(category);
        assertThat(error.codes()).contains("EXIT_" + exit, "EXIT_NONZERO");
    }

    @Test
    void theNamesOfAllWordsAreAddedWhateverDecides() {
        assertThat(failed(75, "HTTP 429", "").codes())
                .containsExactly("EXIT_75", "UNAVAILABLE", "SERVER_ERROR", "EXIT_NONZERO", "429", "RATE_LIMIT", "4XX");
    }

    @Test
    void aKillForMemoryNeedsNoWords() {
        var error = Classifier.ofProcess(new ProcessEnd(137, true, "", ""), ENDED);
        assertThat(error.code()).isEqualTo("OUT_OF_MEMORY");
        assertThat(error.codes()).contains("SIGNAL_9", "EXIT_137");
        assertThat(error.message()).isEqualTo("killed by signal 9");
        assertThat(error.evidence().signal()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            'a;b;;'     | out   | exit status 7: b
            '  ;'       | 'o;p' | exit status 7: p
            ''          | ''    | exit status 7
            '~[31mred'  | ''    | exit status 7: red
            'a	b'      | ''    | exit status 7: a b
            """)
    void theMessageIsTheLastLine(String stderr, String stdout, String message) {
        assertThat(failed(7, stderr.replace(';', '\n').replace('~', '\u001b'), stdout.replace(';', '\n'))
                        .message())
                .isEqualTo(message);
    }

    @Test
    void theMessageIsCutAtTwoKibibytesBetweenCharacters() {
        var message = failed(7, "é".repeat(5000), "").message();
        assertThat(message.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(2047, 2048);
        assertThat(message).endsWith("é");
    }

    @Test
    void theTailHasTwentyLinesOfEachStream() {
        var err = IntStream.rangeClosed(1, 30).mapToObj(i -> "e" + i).collect(Collectors.joining("\n", "", "\n"));
        assertThat(failed(7, err, "out\n").evidence().outputTail())
                .isEqualTo(IntStream.rangeClosed(11, 30).mapToObj(i -> "e" + i).collect(Collectors.joining("\n"))
                        + "\nout");
        assertThat(failed(7, "\n\n", " ").evidence().outputTail()).isNull();
        assertThat(failed(7, "", "only").evidence().outputTail()).isEqualTo("only");
    }

    @Test
    void theTailHasFourKibibytesOfEachStream() {
        var tail = failed(7, "é".repeat(5000), "").evidence().outputTail();
        assertThat(tail).isNotNull();
        assertThat(tail.getBytes(StandardCharsets.UTF_8)).hasSize(4096);
    }

    @Test
    void aRequestedWaitIsReadFromTheOutput() {
        assertThat(failed(1, "HTTP 429\nRetry-After: 2", "").evidence().retryAfterMs())
                .isEqualTo(2000);
        assertThat(failed(1, "HTTP 503", "resets at 2026-01-02T03:05:05Z")
                        .evidence()
                        .resetsAt())
                .isEqualTo(NOW.plusSeconds(60));
        assertThat(failed(1, "HTTP 504\nRetry-After: 3", "").evidence().retryAfterMs())
                .isEqualTo(3000);
        assertThat(failed(1, "HTTP 404\nRetry-After: 2", "").evidence().retryAfterMs())
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(TimeoutScope.class)
    void aTimeoutNamesItsLimit(TimeoutScope scope) {
        var error = Classifier.ofTimeout(5000, scope, null);
        assertThat(error.message()).contains("timed out after 5000ms");
        assertThat(error.codes()).contains("TIMEOUT");
        assertThat(error.code()).isEqualTo(scope == TimeoutScope.WORKFLOW ? "WORKFLOW_TIMEOUT" : "TIMEOUT");
        assertThat(error.codes().contains("STALLED")).isEqualTo(scope == TimeoutScope.IDLE);
        assertThat(error.evidence()).isEqualTo(Evidence.NONE.withTimeout(5000, scope));
    }

    @Test
    void aTimeoutKeepsWhatTheProcessHadSaid() {
        var error = Classifier.ofTimeout(5000, TimeoutScope.ATTEMPT, ProcessEnd.of(143, "HTTP 429", ""));
        assertThat(error.code()).isEqualTo("TIMEOUT");
        assertThat(error.codes()).contains("429");
        assertThat(error.evidence().outputTail()).isEqualTo("HTTP 429");
    }

    @Test
    void aFactNeedsNoEvidence() {
        assertThat(Classifier.ofFact(KnownCode.COMMIT_MISSING, "no commit\nmade"))
                .isEqualTo(ErrorRecord.of(KnownCode.COMMIT_MISSING.row(), "no commit made"));
    }

    @Test
    void withoutAnyEvidenceTheBareStatusDecides() {
        assertThat(failed(1, "", "").codes()).containsExactly("EXIT_1", "EXIT_NONZERO", "COMMAND_FAILED");
    }
}
