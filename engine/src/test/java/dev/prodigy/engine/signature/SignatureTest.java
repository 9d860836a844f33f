package dev.prodigy.engine.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTest {
    private static final Value ITEM = Json.parse("""
            {"id": "alpha-7", "n": 4711, "tiny": "ab", "flag": true, "nested": {"tags": ["gamma ray", "alpha"]}}
            """);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            plain words                                     | plain words
            ESC[31mred ESC[0mwords                          | red words
            cannot open alpha-7 now                         | cannot open <item> now
            alpha-77 and alphabet                           | <item>-<n> and alphabet
            the gamma ray of 4711                           | the <item> of <n>
            ab cd                                           | ab cd
            see https://h.example/x?y=1, then               | see <url>, then
            get http://h/alpha-7/x failed                   | get <url> failed
            id 123e4567-E89B-12d3-a456-426614174000 x       | id <uuid> x
            at 2026-01-02T03:04:05.123Z: x                  | at <time>: x
            at 2026-01-02 03:04:05 x                        | at <time> x
            on 2026/01/02 x                                 | on <time> x
            Jan  2 03:04:05 host x                          | <time> host x
            03:04:05,123 x                                  | <time> x
            /tmp/a b                                        | <path> b
            src/main/x.c:12:5: error                        | <path>:<n>:<n>: error
            ~/x and ./y/ and ../z                           | <path> and <path> and <path>
            no/alpha-7/file.txt                             | <path>
            commit a1b2c3d and 0xFF and 0x00007fff12345678  | commit <hex> and <hex> and <hex>
            1234567 of 999999                               | <hex> of <n>
            abc1234 abc123                                  | <hex> abc<n>
            3 of 10, 2.5 s, 1,000 rows, worker12            | <n> of <n>, <n> s, <n> rows, worker<n>
            a "quoted text" and 'another' and `third`       | a <q> and <q> and <q>
            can't and won't                                 | can't and won't
            don't 'x' isn't                                 | don't <q> isn't
            an "open quote                                  | an "open quote
            many     blanks	here                            | many blanks here
            """)
    void whatDiffersIsTakenOut(String message, String expected) {
        assertThat(NormalisedMessage.of(message.replace("ESC", "\u001b"), ITEM)).isEqualTo(expected);
    }

    @Test
    void messagesThatDifferInParticularsOnlyHaveOneSignature() {
        var messages = List.of(
                "exit status 7: /tmp/a/1.txt: line 12: item one has bad hash deadbeef1 in 'x'",
                "exit status 7: /var/lib/b.log: line 999: item two has bad hash 0123456789abcdef in 'y z'");
        var signatures = new ArrayList<Signature>();
        var names = List.of("one", "two");
        for (var i = 0; i < 2; i++) {
            var error = ErrorRecord.of(ErrorCode.ofExit(7), messages.get(i));
            signatures.add(Signature.of(error, new Value.Fields(java.util.Map.of("name", Value.of(names.get(i))))));
        }
        assertThat(signatures.getFirst()).isEqualTo(signatures.getLast());
        assertThat(signatures.getFirst().normalised())
                .isEqualTo("exit status <n>: <path>: line <n>: item <item> has bad hash <hex> in <q>");
    }

    @ParameterizedTest
    @CsvSource({"98, 101", "'\"98\"', '\"101\"'", "'{\"kind\":\"exit\"}', '{\"kind\":\"status\"}'"})
    void itemsThatDifferInNumbersOrNameOurOwnWordsHaveOneSignature(String one, String other) {
        var normalised = new ArrayList<String>();
        for (var item : List.of(Json.parse(one), Json.parse(other))) {
            var number = item instanceof Value.Fields ? "12" : item.toString().replaceAll("\\D", "");
            normalised.add(NormalisedMessage.of("exit status 1: cannot fetch page " + number, item));
        }
        assertThat(normalised).containsOnly("exit status <n>: cannot fetch page <n>");
    }

    @Test
    void theIdIsAHashOfCategoryCodeAndText() throws NoSuchAlgorithmException {
        var text = "command_failed|EXIT_7|exit status <n>";
        var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        assertThat(Signature.of(ErrorRecord.of(ErrorCode.ofExit(7), "exit status 7"), Value.Null.NULL))
                .isEqualTo(new Signature(HexFormat.of().formatHex(hash).substring(0, 12), "exit status <n>"));
    }

    @Test
    void codeAndCategoryTellSignaturesApart() {
        var one = Signature.of(ErrorRecord.of(ErrorCode.ofExit(7), "x"), Value.Null.NULL);
        var other = Signature.of(ErrorRecord.of(ErrorCode.ofExit(8), "x"), Value.Null.NULL);
        assertThat(one.id()).isNotEqualTo(other.id());
    }

    @Test
    void aLongMessageIsCutBetweenCharacters() {
        assertThat(NormalisedMessage.of("word ".repeat(1000), Value.Null.NULL)).hasSize(300);
        assertThat(NormalisedMessage.of("x" + "\ud83d\ude00".repeat(400), Value.Null.NULL))
                .hasSize(299);
    }

    @Test
    void aPlainItemIsItsOwnValue() {
        assertThat(NormalisedMessage.of("bad docs/a b.md!", Value.of("docs/a b.md")))
                .isEqualTo("bad <item>!");
        assertThat(NormalisedMessage.of("item <item> items", Value.of("item"))).isEqualTo("<item> <<item>> items");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'a", "\"", "a/", "0123456", "http://", "2026-", "<item>", "alpha", "' '"})
    @Timeout(60) // quadratic time would be hours
    void hostileTextTakesLinearTime(String unit) {
        var text = unit.repeat(200_000);
        var values = new ArrayList<Value>();
        for (var i = 0; i < 100_000; i++) {
            values.add(Value.of("alpha".repeat(100) + i));
        }
        values.add(new Value.Num(new BigDecimal("1E+100000000")));
        values.add(new Value.Num(new BigDecimal("1E-100000000")));
        var item = new Value.Items(values);
        NormalisedMessage.of(text, item);
        NormalisedMessage.of(text, item);
    }

    private static FinalFailure failure(int number, ErrorRecord error, boolean skipped) {
        return new FinalFailure("item-%03d".formatted(number), error, Signature.of(error, Value.Null.NULL), skipped);
    }

    private static ErrorRecord timeout(int ms) {
        return ErrorRecord.of(KnownCode.TIMEOUT.row(), "timed out after " + ms + "ms");
    }

    @Test
    void metricsCountByFinalDisposition() {
        var failures = List.of(
                failure(1, timeout(1), false),
                failure(2, timeout(2), false),
                failure(3, timeout(3), true),
                failure(4, ErrorRecord.of(KnownCode.NETWORK_ERROR.row(), "refused"), false),
                failure(5, ErrorRecord.of(KnownCode.NETWORK_ERROR.row(), "reset"), false));
        assertThat(ErrorMetrics.of(7, failures).toValue()).isEqualTo(Json.parse("""
                {"total_items": 12, "successful": 7, "failed": 4, "skipped": 1, "failure_rate": 0.4167,
                 "error_types": {"timeout": 3, "network": 2},
                 "failure_patterns": [{"pattern_type": "timeout", "frequency": 3,
                   "items": ["item-001", "item-002", "item-003"],
                   "suggested_action": "Consider increasing agent_timeout_secs in timeout_config"}],
                 "error_clusters": [
                   {"signature": "%s", "normalized": "timed out after <n>ms", "category": "timeout",
                    "code": "TIMEOUT", "count": 3, "items": ["item-001", "item-002", "item-003"],
                    "sample": "timed out after 1ms",
                    "suggested_action": "Consider increasing agent_timeout_secs in timeout_config"},
                   {"signature": "%s", "normalized": "refused", "category": "network", "code": "NETWORK_ERROR",
                    "count": 1, "items": ["item-004"], "sample": "refused",
                    "suggested_action": "Check network connectivity and retry settings"},
                   {"signature": "%s", "normalized": "reset", "category": "network", "code": "NETWORK_ERROR",
                    "count": 1, "items": ["item-005"], "sample": "reset",
                    "suggested_action": "Check network connectivity and retry settings"}]}
                """.formatted(
                        failures.get(0).signature().id(),
                        failures.get(3).signature().id(),
                        failures.get(4).signature().id())));
    }

    @ParameterizedTest
    @CsvSource({"3, 1, 0.25", "2, 1, 0.3333", "1, 2, 0.6667", "0, 5, 1", "5, 0, 0", "0, 0, 0", "7, 1, 0.125"})
    void theRateIsRoundedHalfUp(int successful, int failed, String rate) {
        var failures = new ArrayList<FinalFailure>();
        for (var i = 0; i < failed; i++) {
            failures.add(failure(i, timeout(1), i % 2 == 1));
        }
        assertThat(ErrorMetrics.of(successful, failures).failureRate()).hasToString(rate);
        assertThat(ErrorMetrics.of(successful, failures)
                        .successRate()
                        .add(new BigDecimal(rate))
                        .doubleValue())
                .isIn(0.0, 1.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TIMEOUT           | Consider increasing agent_timeout_secs in timeout_config
            NETWORK_ERROR     | Check network connectivity and retry settings
            PERMISSION_DENIED | Verify file permissions and access rights
            AGENT_ERROR       | Review error logs for more details.
            """)
    void theSuggestedSentencesAreExact(KnownCode code, String sentence) {
        assertThat(SuggestedAction.against(code.row().category())).isEqualTo(sentence);
    }

    @Test
    void patternsAreSortedAndNameAHundredItems() {
        var failures = new ArrayList<FinalFailure>();
        for (var i = 0; i < 150; i++) {
            failures.add(failure(i, timeout(1), false));
        }
        for (var i = 0; i < 3; i++) {
            failures.add(failure(i, ErrorRecord.of(KnownCode.DISK_FULL.row(), "full"), false));
            failures.add(failure(i, ErrorRecord.of(KnownCode.AUTH.row(), "no"), false));
        }
        failures.add(failure(1, ErrorRecord.of(KnownCode.LLM_EMPTY.row(), "e"), false));
        var patterns = ErrorMetrics.of(0, failures).patterns();
        assertThat(patterns)
                .extracting(pattern -> pattern.category().word())
                .containsExactly("timeout", "auth", "disk_full");
        assertThat(patterns.getFirst().frequency()).isEqualTo(150);
        assertThat(patterns.getFirst().items())
                .hasSize(100)
                .startsWith("item-000")
                .endsWith("item-099");
    }
}
