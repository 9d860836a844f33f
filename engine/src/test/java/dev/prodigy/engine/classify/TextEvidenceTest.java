package dev.prodigy.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.prodigy.model.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextEvidenceTest {
    private static @Nullable String code(String... texts) {
        var strongest = TextEvidence.in(texts).strongest();
        return strongest == null
                ? null
                : strongest.code() + " " + strongest.category().word();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Rate limit hit                          | 429 rate_limit
            you are rate-limited                    | 429 rate_limit
            {"type":"rate_limit_error"}             | 429 rate_limit
            RateLimit exceeded                      | 429 rate_limit
            Too many requests                       | 429 rate_limit
            request was throttled                   | 429 rate_limit
            Throttling: slow down                   | 429 rate_limit
            HTTP 429                                | 429 rate_limit
            error: 401                              | 401 auth
            status 403                              | 403 auth
            Unauthorized                            | 401 auth
            Authentication failed for 'x'           | AUTH auth
            Invalid API key                         | AUTH auth
            curl: (22) The requested URL returned error: 503 | 503 unavailable
            HTTP/1.1 500                            | 500 server_error
            HTTP/2 502                              | 502 server_error
            status code: 529                        | 529 unavailable
            Service Unavailable                     | 503 unavailable
            the model is overloaded                 | 529 unavailable
            internal server error                   | 500 server_error
            Bad Gateway                             | 502 server_error
            response: 404                           | 404 not_found
            got 409                                 | 409 conflict
            received "422"                          | 422 invalid_input
            code=418                                | 418 client_error
            returned 501                            | 501 server_error
            status: HTTP 504                        | 504 timeout
            error 408                               | 408 timeout
            timeout                                 | TIMEOUT timeout
            Operation timed out                     | TIMEOUT timeout
            time-out while reading                  | TIMEOUT timeout
            context deadline exceeded               | TIMEOUT timeout
            connect ETIMEDOUT 1.2.3.4:443           | TIMEOUT timeout
            error: timeout: no answer               | TIMEOUT timeout
            Network is down                         | NETWORK_ERROR network
            Destination Host Unreachable            | NETWORK_ERROR network
            connect: refused                        | NETWORK_ERROR network
            No route to host                        | NETWORK_ERROR network
            Could not resolve host: x               | NETWORK_ERROR network
            Name or service not known               | NETWORK_ERROR network
            Temporary failure in name resolution    | NETWORK_ERROR network
            write: broken pipe                      | NETWORK_ERROR network
            Error: socket hang up                   | NETWORK_ERROR network
            SSL handshake failure                   | NETWORK_ERROR network
            ECONNREFUSED                            | NETWORK_ERROR network
            read ECONNRESET                         | NETWORK_ERROR network
            EPIPE                                   | NETWORK_ERROR network
            ENETUNREACH                             | NETWORK_ERROR network
            EHOSTUNREACH                            | NETWORK_ERROR network
            getaddrinfo EAI_AGAIN x                 | NETWORK_ERROR network
            Connection reset by peer                | NETWORK_ERROR network
            the server closed the connection        | NETWORK_ERROR network
            connection was aborted                  | NETWORK_ERROR network
            lost connection                         | NETWORK_ERROR network
            connection failed                       | NETWORK_ERROR network
            connection error                        | NETWORK_ERROR network
            connection dropped                      | NETWORK_ERROR network
            connection terminated                   | NETWORK_ERROR network
            Out of memory: Killed process           | OUT_OF_MEMORY out_of_memory
            fork: Cannot allocate memory            | OUT_OF_MEMORY out_of_memory
            java.lang.OutOfMemoryError: heap        | OUT_OF_MEMORY out_of_memory
            No space left on device                 | DISK_FULL disk_full
            Disk quota exceeded                     | DISK_FULL disk_full
            ENOSPC                                  | DISK_FULL disk_full
            Permission denied                       | PERMISSION_DENIED permission
            Access denied                           | PERMISSION_DENIED permission
            Operation not permitted                 | PERMISSION_DENIED permission
            Read-only file system                   | PERMISSION_DENIED permission
            EACCES                                  | PERMISSION_DENIED permission
            EPERM                                   | PERMISSION_DENIED permission
            503 Service Unavailable                 | 503 unavailable
            > 404 (Not Found)                       | 404 not_found
            429: Too Many Requests                  | 429 rate_limit
            """)
    void wordsTellTheFamily(String line, String expected) {
        assertThat(code(line)).isEqualTo(expected);
        assertThat(code("before\n" + line.toUpperCase(java.util.Locale.ROOT) + "\r\nafter"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-RateLimit-Remaining: 12",
                "4290",
                "author",
                "processed 500 files",
                "line 1503",
                "port 5000",
                "500ms",
                "timeout=30",
                "timeout: 30",
                "timeout = 30",
                "timeouts",
                "connect_timeout",
                "Connection: keep-alive",
                "networking",
                "connection\nreset",
                "error: 200",
                "error 500,000 rows",
                "error: 500.25 points",
                "error: 1503",
                "error 5033",
                "returned 50",
                "error code 7 503",
                "503 tests unavailable",
                "status codes",
                "rate  \u00a0 limit",
                "rate-limit",
                "rate\nlimit",
                "read only file system",
                "time - out",
                "",
                "   "
            })
    void otherWordsTellNothing(String text) {
        assertThat(code(text)).isNull();
        assertThat(TextEvidence.in(text).names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"503", "  503\t", "x\n503\ny"})
    void aStatusMayStandAlone(String text) {
        assertThat(code(text)).isEqualTo("503 unavailable");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ECONNREFUSED; timed out; HTTP 404; server error; unauthorized; rate limit | 429 rate_limit
            ECONNREFUSED; timed out; HTTP 404; server error; unauthorized             | 401 auth
            ECONNREFUSED; timed out; HTTP 404; server error                           | 500 server_error
            ECONNREFUSED; timed out; HTTP 404                                         | 404 not_found
            ENOSPC; out of memory; ECONNREFUSED; timed out                            | TIMEOUT timeout
            EPERM; ENOSPC; out of memory; ECONNREFUSED                                | NETWORK_ERROR network
            EPERM; ENOSPC; out of memory                                              | OUT_OF_MEMORY out_of_memory
            EPERM; ENOSPC                                                             | DISK_FULL disk_full
            server error; status 503                                                  | 503 unavailable
            status 500; status 503                                                    | 500 server_error
            """)
    void familiesHaveTheirPrecedenceAndAStatusComesBeforeWords(String lines, String expected) {
        assertThat(code(lines.replace("; ", "\n"))).isEqualTo(expected);
    }

    @Test
    void theNamesOfEveryFamilyAreCollected() {
        assertThat(TextEvidence.in("connection timed out: connection reset").names())
                .containsExactly("TIMEOUT", "NETWORK_ERROR", "NETWORK");
        assertThat(TextEvidence.in("HTTP 503", "rate limit").names())
                .containsExactly("429", "RATE_LIMIT", "4XX", "503", "UNAVAILABLE", "SERVER_ERROR", "5XX");
    }

    @Test
    void onlyAStatusInDigitsIsReportedAsOne() {
        assertThat(TextEvidence.in("HTTP 503").status()).isEqualTo(503);
        assertThat(TextEvidence.in("Service Unavailable").status()).isNull();
        assertThat(TextEvidence.in("").status()).isNull();
    }

    @Test
    void coloursDoNotHideWords() {
        assertThat(code("\u001b[31mtimeout\u001b[0m")).isEqualTo("TIMEOUT timeout");
        assertThat(code("\u001b]8;;http://x\u0007refused\u001b]8;;\u0007")).isEqualTo("NETWORK_ERROR network");
    }

    @Test
    void onlyTheEndOfALongTextIsLookedAt() {
        var filler = "x ".repeat(TextEvidence.LOOKED_AT / 2);
        assertThat(code("timeout\n" + filler)).isNull();
        assertThat(code(filler + "\ntimeout")).isEqualTo("TIMEOUT timeout");
    }

    @Test
    void aWordThatTheCutGoesThroughIsDropped() {
        var text = "pre" + "timeout" + "\n" + "x".repeat(TextEvidence.LOOKED_AT - "timeout\n".length());
        assertThat(code(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"connection ", "rate ", "error: ", "timeout:", "HTTP/1.", "503 ", "503\n", "\u001b[", "no route "
            })
    @Timeout(60) // quadratic time would be hours
    void hostileTextTakesLinearTime(String unit) {
        var text = unit.repeat(4 * TextEvidence.LOOKED_AT / unit.length());
        TextEvidence.in(text);
        assertThatCode(() -> TextEvidence.in(text, text)).doesNotThrowAnyException();
    }

    @Test
    void everyCodeOfTheDataFileIsKnown() {
        var vocabulary = Vocabulary.standard();
        assertThat(vocabulary.phrases()).hasSizeGreaterThan(40);
        assertThat(vocabulary.reasons().keySet())
                .allSatisfy(status -> assertThat(ErrorCode.ofStatus(Integer.parseInt(status))
                                .category()
                                .word())
                        .isNotEqualTo("unknown"));
        assertThat(vocabulary.companions()).containsOnlyKeys("connection");
    }
}
