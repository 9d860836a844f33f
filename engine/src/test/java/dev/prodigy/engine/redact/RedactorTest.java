package dev.prodigy.engine.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.Output;
import dev.prodigy.model.error.Retries;
import dev.prodigy.model.value.Value;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    private static final String SECRET = "hunter2/ü \"q\" <x>&y+z";

    private static final Redactor REDACTOR = Redactor.of(List.of(SECRET), List.of());

    private static Redactor of(String... secrets) {
        return Redactor.of(List.of(secrets), List.of());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(utf8(text));
    }

    @Test
    void everyFormOfASecretIsMasked() {
        var forms = new ArrayList<String>(List.of(
                SECRET,
                URLEncoder.encode(SECRET, StandardCharsets.UTF_8),
                "hunter2%2F%C3%BC%20%22q%22%20%3Cx%3E%26y%2Bz",
                "hunter2%2f%c3%bc%20%22q%22%20%3cx%3e%26y%2bz",
                "hunter2/%C3%BC%20%22q%22%20%3Cx%3E%26y%2Bz",
                base64(SECRET),
                base64(SECRET).replace("=", ""),
                Base64.getUrlEncoder().encodeToString(utf8(SECRET)),
                Base64.getUrlEncoder().withoutPadding().encodeToString(utf8(SECRET)),
                Json.write(Value.of(SECRET)).replaceAll("^\"|\"$", ""),
                "hunter2\\/ü \\\"q\\\" <x>&y+z",
                "hunter2/\\u00fc \\\"q\\\" <x>&y+z",
                "hunter2/ü \\\"q\\\" \\u003cx\\u003e\\u0026y+z",
                "hunter2/ü \\\\\\\"q\\\\\\\" <x>&y+z",
                SECRET.toUpperCase(Locale.ROOT),
                "HUNTER2/Ü \\\"Q\\\" <X>&Y+Z",
                "hunter2/ü \"\"q\"\" <x>&y+z"));
        for (var form : forms) {
            assertThat(REDACTOR.redact("before " + form + " after")).isEqualTo("before *** after");
            assertThat(REDACTOR.redact(form)).isEqualTo("***");
        }
    }

    /// The program makes them itself: `${secret|lower}` (spec 01 §8.3).
    @Test
    void whatTheModifiersMakeOfASecretIsMasked() {
        var redactor = of("Correct Horse\nBattery");
        for (var form : List.of("correct horse\nbattery", "CORRECT HORSE\nBATTERY", "correct horse", "BATTERY")) {
            assertThat(redactor.redact("<" + form + ">")).isEqualTo("<***>");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "a, ''", "ab, ''", "'', \n", "a, bc", "ab, longer text behind", "abc, ' '"})
    void aSecretInsideOfALongerEncodedTextIsMasked(String before, String after) {
        var secret = "correct-horse-battery";
        var text = base64(before + secret + after);
        var masked = of(secret).redact(text);
        assertThat(masked).contains("***");
        // at most the characters remain that are made of something else too
        assertThat(masked.length()).isLessThanOrEqualTo(text.length() - (secret.length() * 8 / 6 - 2) + 3);
        assertThat(of(secret).redact(text.replace('+', '-').replace('/', '_'))).contains("***");
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 76})
    void aLongSecretInWrappedBase64IsMasked(int width) {
        var secret = "0123456789-abcdefghijklmnopqrstuvwxyz_".repeat(6);
        var wrapped = base64(secret).replaceAll("(.{" + width + "})", "$1\n");
        var masked = of(secret).redact(wrapped);
        assertThat(masked.replace("***", "").strip()).isEmpty();
    }

    @Test
    void everyLineOfASecretIsMasked() {
        var redactor = of("first line\n  second-line\r\nab\n}},\n--third--\n");
        assertThat(redactor.redact("a first line b second-line c --third-- d ab e }}, f"))
                .isEqualTo("a *** b *** c *** d ab e }}, f");
        assertThat(redactor.redact("x first line\n  second-line\r\nab\n}},\n--third--\ny"))
                .isEqualTo("x ***\ny");
    }

    @Test
    void theLongestSecretIsMaskedAndOverlapsLeaveNothing() {
        assertThat(of("abcd", "abcdefgh").redact("xabcdefghx abcdx")).isEqualTo("x***x ***x");
        assertThat(of("abcdef", "defghi").redact("xabcdefghix")).isEqualTo("x***x");
        assertThat(of("abab").redact("abababababx")).isEqualTo("***x");
        assertThat(of("aaaa", "baaa", "aaab").redact("baaaab")).isEqualTo("***");
    }

    @Test
    void whatAShellQuotesIsMasked() {
        var redactor = of("it's $5 (half)");

        for (var form : List.of("it's $5 (half)", "it'\\''s $5 (half)", "it\\'s\\ \\$5\\ \\(half\\)")) {
            assertThat(redactor.redact("+ echo '" + form + "'")).isEqualTo("+ echo '***'");
        }
    }

    @Test
    void aSecretThatIsTooShortIsNone() {
        assertThat(of("abc", "").redact("abc")).isEqualTo("abc");
    }

    @Test
    void aTextWithoutSecretsIsTheSame() {
        var text = "nothing ü to \ud83d\ude00 see\n[1/2] {\"a\": 1}\n";
        assertThat(REDACTOR.redact(text)).isSameAs(text);
        assertThat(REDACTOR.redact("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            Authorization: Bearer abc.DEF-123_x~y/z=                     | Authorization: Bearer ***
            authorization: bearer abcdef rest                            | authorization: bearer *** rest
            needs a bearer token here                                    | needs a bearer token here
            Authorization: Basic dXNlcjpwYXNz                            | Authorization: Basic ***
            authorization: basic abcd                                    | authorization: basic ***
            use Basic dXNlcjpwYXNz now                                   | use Basic *** now
            Basic usage and Basic auth                                   | Basic usage and Basic auth
            https://user:pass@host/x                                     | https://***@host/x
            postgres://u:p@ss:w@h:5432/db?x=a@b                          | postgres://***@h:5432/db?x=a@b
            https://host:8080/a@b and ssh://git@host/x                   | https://host:8080/a@b and ssh://git@host/x
            key sk-ant-api03-abcdef_123 end                              | key *** end
            sk-abcdefghijklmnop                                          | ***
            pip install sk-learn, task-1234567890123456                  | pip install sk-learn, task-1234567890123456
            ghp_0123456789abcdefghijABCDEFGHIJ012345                     | ***
            github_pat_11ABCDEFG0123456789_abc                           | ***
            ghp_short                                                    | ghp_short
            id AKIAIOSFODNN7EXAMPLE.                                     | id ***.
            AKIAbcdefghijklmnop                                          | AKIAbcdefghijklmnop
            eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1 x             | *** x
            eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0. x                       | *** x
            eyJhbGciOiJIUzI1NiJ9 alone                                   | eyJhbGciOiJIUzI1NiJ9 alone
            password=hunter2 x                                           | password=*** x
            DB_PASSWORD="a b" x                                          | DB_PASSWORD="***" x
            MY_TOKEN='a b' x                                             | MY_TOKEN='***' x
            https://h/?token=abc&x=1                                     | https://h/?token=***&x=1
            api_key=k1,secret=k2                                         | api_key=***
            password= x, max_tokens=5                                    | password= x, max_tokens=5
            {"a":"password=\\"x y\\" z"}                                 | {"a":"password=\\"***\\" z"}
            """)
    void whatLooksLikeASecretIsMasked(String text, String expected) {
        assertThat(Redactor.PLAIN.redact(text)).isEqualTo(expected);
        assertThat(Redactor.PLAIN.redact(expected)).isEqualTo(expected);
    }

    @Test
    void aPemBlockIsMaskedLineByLine() {
        var block = """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-128-CBC,0011

                MIIEpAIBAAKCAQEAx0123456789abcdefghijklmnopqrstuvwxyz+/ABCDEFGHI
                Q0==
                -----END RSA PRIVATE KEY-----
                """;
        assertThat(Redactor.PLAIN.redact("a\n" + block + "b\n")).isEqualTo("a\n***\n***\n***\n\n***\n***\n***\nb\n");
        var quoted = Json.write(new Value.Fields(Map.of("key", Value.of(block))));
        assertThat(Redactor.PLAIN.redact(quoted)).isEqualTo("{\"key\":\"***\\n***\\n***\\n\\n***\\n***\\n***\\n\"}");
        var twice = Json.write(Value.of(quoted));
        assertThat(Redactor.PLAIN.redact(twice)).doesNotContain("MIIE").doesNotContain("Q0==");
        assertThat(Redactor.PLAIN.redact(block.replace('\n', ' ')))
                .doesNotContain("MIIE")
                .doesNotContain("Q0==");
    }

    @Test
    void aPemBlockWithoutAnEndEndsWithTheFirstOtherLine() {
        assertThat(Redactor.PLAIN.redact("-----BEGIN CERTIFICATE----- is missing\n"))
                .isEqualTo("*** is missing\n");
        assertThat(Redactor.PLAIN.redact("-----BEGIN CERTIFICATE-----\nabcd\nit is: cut\nabcd\n"))
                .isEqualTo("***\n***\nit is: cut\nabcd\n");
        assertThat(Redactor.PLAIN.redact("-----BEGIN the ceremony!-----")).isEqualTo("-----BEGIN the ceremony!-----");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2hunter",
                "://",
                "://a:",
                "eyJ",
                "eyJabcdefgh.",
                "token=",
                "bearer ",
                "basic dXNl ",
                "sk-",
                "ghp_",
                "AKIA",
                "-----BEGIN ",
                "-----BEGIN A-----\n",
                "{\"a\":\"\\",
                "\\",
                "[1,",
                "a",
                "\n",
                "abab",
                "\"",
                "basic YWFh"
            })
    @Timeout(60) // quadratic time would be hours
    void hostileTextTakesLinearTime(String unit) {
        var redactor = of("hunter2hunter2", "a".repeat(500) + "b", "abababab".repeat(50) + "c");
        var text = utf8(unit.repeat(4_000_000 / unit.length()));
        redactor.redact(text);
    }

    @Test
    void manySecretsAreFoundInManyMegabytes() {
        var random = new SplittableRandom(1);
        var secrets = new ArrayList<String>();
        for (var i = 0; i < 50; i++) {
            secrets.add(Long.toHexString(random.nextLong()) + "/" + Long.toHexString(random.nextLong()));
        }
        var redactor = Redactor.of(secrets, List.of());
        var line =
                "2026-01-02T03:04:05Z INFO an ordinary line of a log, id=" + Long.toHexString(random.nextLong()) + "\n";
        var text = utf8(line.repeat(100_000) + secrets.getLast());
        var masked = redactor.redact(text);
        assertThat(masked).hasSize(text.length - secrets.getLast().length() + 3);
    }

    @Test
    void valuesAreRedactedInTextsKeysAndNumbers() {
        var redactor = of("hunter2", "12345678");
        assertThat(redactor.redact(Json.parse("""
                        {"a": "x hunter2", "hunter2": [1, 12345678, true, null], "n": 123456}
                        """))).isEqualTo(Json.parse("""
                        {"a": "x ***", "***": [1, "***", true, null], "n": 123456}
                        """));
    }

    @Test
    void errorRecordsAreRedactedWhereStepsWroteThem() {
        var error = traced(
                        "no hunter2",
                        Evidence.NONE.withOutput(
                                Output.of("tail hunter2", "out hunter2").in("log", List.of("log"))),
                        "at hunter2")
                .with("branch", Value.of("hunter2"))
                .causedBy(ErrorRecord.of(KnownCode.TIMEOUT.row(), "hunter2"));
        assertThat(of("hunter2", "TIMEOUT").redact(error))
                .isEqualTo(traced(
                                "no ***",
                                Evidence.NONE.withOutput(
                                        Output.of("tail ***", "out ***").in("log", List.of("log"))),
                                "at ***")
                        .with("branch", Value.of("***"))
                        .causedBy(ErrorRecord.of(KnownCode.TIMEOUT.row(), "***")));
    }

    private static ErrorRecord traced(String message, Evidence evidence, String stackTrace) {
        var row = KnownCode.TIMEOUT.row();
        return new ErrorRecord(
                row.code(),
                row.codes(),
                row.category(),
                message,
                row.retryable(),
                Retries.NONE,
                Origin.UNKNOWN,
                evidence,
                null,
                null,
                stackTrace,
                new Value.Fields(Map.of()));
    }

    @Test
    void aMentionIsFoundInAnyForm() {
        assertThat(REDACTOR.mentionsSecret("x " + base64(SECRET))).isTrue();
        assertThat(REDACTOR.mentionsSecret("x password=abc")).isFalse();
    }

    @Test
    void patternsOfTheConfigurationAreMaskedLineByLine() {
        var redactor = Redactor.of(List.of(), List.of("acct-\\d+", "^only \\S+", "x*"));
        assertThat(redactor.redact("an acct-123\nonly this\nnot only this\n"))
                .isEqualTo("an ***\n***\nnot only this\n");
        assertThatThrownBy(() -> Redactor.of(List.of(), List.of("(")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid pattern");
    }
}
