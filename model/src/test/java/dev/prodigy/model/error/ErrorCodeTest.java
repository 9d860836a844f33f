package dev.prodigy.model.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | invalid_input | false | 400 INVALID_INPUT 4XX
            401 | auth          | false | 401 AUTH 4XX
            402 | client_error  | false | 402 CLIENT_ERROR 4XX
            403 | auth          | false | 403 AUTH 4XX
            404 | not_found     | false | 404 NOT_FOUND 4XX
            405 | client_error  | false | 405 CLIENT_ERROR 4XX
            408 | timeout       | true  | 408 TIMEOUT 4XX
            409 | conflict      | false | 409 CONFLICT 4XX
            410 | not_found     | false | 410 NOT_FOUND 4XX
            413 | invalid_input | false | 413 INVALID_INPUT 4XX
            422 | invalid_input | false | 422 INVALID_INPUT 4XX
            425 | client_error  | true  | 425 CLIENT_ERROR 4XX
            429 | rate_limit    | true  | 429 RATE_LIMIT 4XX
            500 | server_error  | true  | 500 SERVER_ERROR 5XX
            501 | server_error  | false | 501 SERVER_ERROR 5XX
            502 | server_error  | true  | 502 SERVER_ERROR 5XX
            503 | unavailable   | true  | 503 UNAVAILABLE SERVER_ERROR 5XX
            504 | timeout       | true  | 504 TIMEOUT 5XX SERVER_ERROR
            505 | server_error  | false | 505 SERVER_ERROR 5XX
            507 | server_error  | true  | 507 SERVER_ERROR 5XX
            529 | unavailable   | true  | 529 UNAVAILABLE SERVER_ERROR 5XX OVERLOADED
            302 | unknown       | true  | 302 UNKNOWN
            """)
    void everyStatusHasItsRow(int status, String category, boolean retryable, String codes) {
        var row = ErrorCode.ofStatus(status);
        assertThat(row.category().word()).isEqualTo(category);
        assertThat(row.retryable()).isEqualTo(retryable);
        assertThat(row.codes()).containsExactly(codes.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1   | command_failed    | true  | EXIT_1 EXIT_NONZERO COMMAND_FAILED
            69  | unavailable       | true  | EXIT_69 UNAVAILABLE SERVER_ERROR EXIT_NONZERO
            75  | unavailable       | true  | EXIT_75 UNAVAILABLE SERVER_ERROR EXIT_NONZERO
            77  | permission        | false | EXIT_77 PERMISSION EXIT_NONZERO
            124 | timeout           | true  | EXIT_124 TIMEOUT EXIT_NONZERO
            126 | permission        | false | EXIT_126 PERMISSION EXIT_NONZERO
            127 | command_not_found | false | EXIT_127 EXIT_NONZERO COMMAND_NOT_FOUND
            128 | command_failed    | true  | EXIT_128 EXIT_NONZERO COMMAND_FAILED
            129 | killed            | true  | SIGNAL_1 SIGNAL EXIT_129 EXIT_NONZERO KILLED
            137 | killed            | true  | SIGNAL_9 SIGNAL EXIT_137 EXIT_NONZERO KILLED
            192 | killed            | true  | SIGNAL_64 SIGNAL EXIT_192 EXIT_NONZERO KILLED
            193 | command_failed    | true  | EXIT_193 EXIT_NONZERO COMMAND_FAILED
            255 | command_failed    | true  | EXIT_255 EXIT_NONZERO COMMAND_FAILED
            """)
    void everyExitStatusHasItsRow(int exit, String category, boolean retryable, String codes) {
        var row = ErrorCode.ofExit(exit);
        assertThat(row.category().word()).isEqualTo(category);
        assertThat(row.retryable()).isEqualTo(retryable);
        assertThat(row.codes()).containsExactly(codes.split(" "));
    }

    @ParameterizedTest
    @EnumSource(Category.class)
    void aCategoryIsFoundByItsWord(Category category) {
        assertThat(Category.ofWord(category.word())).isSameAs(category);
    }

    @Test
    void onlyThreeCategoriesAreNeverRetried() {
        assertThat(Category.values())
                .filteredOn(Category::neverRetried)
                .containsExactly(Category.DEFINITION, Category.POLICY, Category.CANCELLED);
    }

    @ParameterizedTest
    @CsvSource({
        "LLM_RATE_LIMIT, rate_limit, true", "AGENT_MAX_TURNS, agent_error, false", "AGENT_NO_OP, agent_error, true",
        "USAGE_LIMIT, quota, false", "WORKFLOW_TIMEOUT, timeout, true", "MERGE_CONFLICT, merge_conflict, true",
        "COMMIT_MISSING, validation, false", "TLS_ERROR, client_error, false"
    })
    void aKnownCodeHasItsRow(KnownCode code, String category, boolean retryable) {
        assertThat(code.row().code()).isEqualTo(code.name());
        assertThat(code.row().category().word()).isEqualTo(category);
        assertThat(code.row().retryable()).isEqualTo(retryable);
    }

    @Test
    void anAgentsRateLimitIsAlsoA429() {
        assertThat(KnownCode.LLM_RATE_LIMIT.row().codes())
                .containsExactly("LLM_RATE_LIMIT", "RATE_LIMIT", "4XX", "429");
    }

    @Test
    void aCodeThatStopsTheRunIsAPolicyMatter() {
        assertThat(KnownCode.CIRCUIT_OPEN.stoppingTheRun())
                .isEqualTo(new ErrorCode("CIRCUIT_OPEN", Category.POLICY, false, List.of()));
    }
}
