package dev.prodigy.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Output;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.policy.RetryFilter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchingTest {
    private static ErrorRecord status(int status) {
        return ErrorRecord.of(ErrorCode.ofStatus(status), status + " x");
    }

    private static ErrorRecord exit(int exit) {
        var signal = ErrorCode.signalOfExit(exit);
        return ErrorRecord.of(
                ErrorCode.ofExit(exit),
                "exit status " + exit + ": Boom",
                Evidence.NONE
                        .withExit(exit, signal == 0 ? null : Integer.valueOf(signal))
                        .withOutput(Output.of("fatal: one", "out: two")));
    }

    @ParameterizedTest
    @CsvSource({
        "server_error, 500, true",
        "server_error, 502, true",
        "server_error, 503, true",
        "server_error, 504, true",
        "server_error, 529, true",
        "server_error, 429, false",
        "ServerError, 503, true",
        "SERVER_ERROR, 503, true",
        "503, 503, true",
        "503, 500, false",
        "5xx, 503, true",
        "5XX, 404, false",
        "4xx, 404, true",
        "4xx, 429, true",
        "rate_limit, 429, true",
        "unavailable, 503, true",
        "timeout, 504, true",
        "auth, 403, true",
        "not_found, 410, true",
        "overloaded, 529, true",
        "client_error, 418, true",
        "network, 503, false"
    })
    void namesAreComparedWithAllCodes(String name, int status, boolean fits) {
        assertThat(Matching.matches(new Matcher.Named(name), status(status))).isEqualTo(fits);
    }

    @Test
    void aCategoryWithoutAliasIsFoundByItsName() {
        assertThat(Matching.matches(new Matcher.Named("disk_full"), ErrorRecord.of(KnownCode.DISK_FULL.row(), "full")))
                .isTrue();
        assertThat(Matching.matches(new Matcher.Named("EXIT_75"), exit(75))).isTrue();
        assertThat(Matching.matches(new Matcher.Named("EXIT_NONZERO"), exit(137)))
                .isTrue();
    }

    @Test
    void exitStatusesMatchByRange() {
        var matcher = new Matcher.ExitCodes(List.of(new Matcher.Range(75, 75), new Matcher.Range(64, 69)));
        assertThat(Matching.matches(matcher, exit(75))).isTrue();
        assertThat(Matching.matches(matcher, exit(64))).isTrue();
        assertThat(Matching.matches(matcher, exit(69))).isTrue();
        assertThat(Matching.matches(matcher, exit(70))).isFalse();
        assertThat(Matching.matches(matcher, status(500))).isFalse();
    }

    @Test
    void signalsMatchByNumber() {
        assertThat(Matching.matches(new Matcher.Signal(9), exit(137))).isTrue();
        assertThat(Matching.matches(new Matcher.Signal(15), exit(137))).isFalse();
        assertThat(Matching.matches(new Matcher.Signal(9), exit(1))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            Boom          ; true
            boom          ; false
            (?i)boom      ; true
            ^fatal        ; true
            two$          ; true
            ^out: two$    ; true
            one.out       ; false
            (             ; false
            (a{500}){500} ; false
            """)
    void patternsAreFoundInMessageAndTail(String regex, boolean fits) {
        assertThat(Matching.matches(new Matcher.Pattern(regex), exit(7))).isEqualTo(fits);
    }

    @Test
    void aPatternThatWouldTakeTooLongFitsNothing() {
        var error = ErrorRecord.of(KnownCode.UNKNOWN_ERROR.row(), "a".repeat(4000));
        assertThat(Matching.matches(new Matcher.Pattern("((a?){30}){10}b|a"), error))
                .isTrue();
        assertThat(Matching.matches(new Matcher.Pattern("((a?b?c?){30}){30}z|a"), error))
                .isFalse();
    }

    @Test
    void anythingMatchesEverything() {
        assertThat(Matching.matches(new Matcher.Any(), exit(1))).isTrue();
        assertThat(Matching.matches(Matchers.NONE, exit(1))).isFalse();
        assertThat(Matching.matches(Matchers.of(new Matcher.Signal(1), new Matcher.Any()), exit(1)))
                .isTrue();
    }

    @Test
    void filtersAdmit() {
        assertThat(Matching.admits(new RetryFilter.Every(), status(401))).isTrue();
        assertThat(Matching.admits(new RetryFilter.RetryableOnly(), status(401)))
                .isFalse();
        assertThat(Matching.admits(new RetryFilter.RetryableOnly(), status(503)))
                .isTrue();
        assertThat(Matching.admits(new RetryFilter.Listed(Matchers.NONE), status(503)))
                .isFalse();
        assertThat(Matching.admits(new RetryFilter.Listed(Matchers.of(new Matcher.Named("409"))), status(409)))
                .isTrue();
    }
}
