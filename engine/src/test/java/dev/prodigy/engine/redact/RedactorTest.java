package dev.prodigy.engine.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    private static final String CHARACTERS = "ab\"\\\n\u0001é\u2028/1:,{}[] ";
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
                "hunter2/ü \\\\\\\"q\\\\\\\" <x>&y+z"));
        for (var form : forms) {
            assertThat(REDACTOR.redact("before " + form + " after")).isEqualTo("before *** after");
            assertThat(REDACTOR.redact(form)).isEqualTo("***");
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
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            {"n":12345678}                      | {"n":"***"}
            {"n":9123456789,"s":"x"}            | {"n":"***","s":"x"}
            [12345678, 1, true]                 | ["***", 1, true]
            {"s":"a12345678b"}                  | {"s":"a***b"}
            {"12345678":1}                      | {"***":1}
            {"s":"a\\\\nabc def"}               | {"s":"a\\\\***"}
            {"s":"a\\nabc def"}                 | {"s":"a***"}
            {"s":"\\u00e9abc"}                  | {"s":"***"}
            {"s":"x\\\\"}                       | {"s":"x\\\\"}
            [info] n 12345678                   | [info] n ***
            [1/2] step 12345678                 | [1/2] step ***
            {not json 12345678                  | {not json ***
            12345678 {"a":1}                    | *** {"a":1}
            """)
    void aMaskNeverSplitsALineOfJson(String text, String expected) {
        var redactor = of("12345678", "nabc def", "e9abc");
        var masked = redactor.redact(text);
        assertThat(masked).isEqualTo(expected);
        if (Json.tryParse(text) != null) {
            assertThat(Json.tryParse(masked)).isNotNull();
        }
    }

    @Test
    void aSecretMadeOfStructureIsMaskedInItsTexts() {
        var masked =
                of("\"type\": \"account\", \"id\": 4711").redact("{\"type\": \"account\", \"id\": 4711, \"x\": 1}\n");
        assertThat(masked).isEqualTo("{\"***\": \"***\", \"***\": \"***\", \"x\": 1}\n");
    }

    @Test
    void seededRandomLinesOfJsonStayLinesOfJson() {
        var random = new SplittableRandom(5);
        for (var i = 0; i < 4000; i++) {
            var text = Json.write(anyValue(random, 3));
            var secrets = new ArrayList<String>();
            for (var s = 0; s < 3; s++) {
                var from = random.nextInt(text.length());
                var to = Math.min(text.length(), from + 4 + random.nextInt(6));
                secrets.add(text.substring(from, to));
            }
            var redactor = Redactor.of(secrets, List.of());
            var line = "{\"v\":" + text + "}";
            var masked = redactor.redact(line + "\n" + line + "\n");
            var lines = masked.lines().toList();
            assertThat(lines).hasSize(2);
            assertThat(Json.tryParse(lines.getFirst()))
                    .as("%s with %s from %s", masked, secrets, line)
                    .isNotNull();
            assertThat(lines.getLast()).isEqualTo(lines.getFirst());
            assertThat(new String(inPieces(redactor, utf8(line + "\n" + line), random), StandardCharsets.UTF_8))
                    .isEqualTo(masked.stripTrailing());
        }
    }

    private static Value anyValue(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> Value.of(random.nextLong());
            case 1 -> Value.of(random.nextDouble());
            case 2 -> Value.of(random.nextBoolean());
            case 3 -> Value.Null.NULL;
            case 4 -> {
                var text = new StringBuilder();
                for (var i = 0; i < random.nextInt(12); i++) {
                    text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
                }
                yield Value.of(text.toString());
            }
            case 5 -> new Value.Items(List.of(anyValue(random, depth - 1), anyValue(random, depth - 1)));
            default -> new Value.Fields(Map.of("k" + random.nextInt(9), anyValue(random, depth - 1)));
        };
    }

    private static byte[] inPieces(Redactor redactor, byte[] text, SplittableRandom random) {
        var stream = redactor.stream();
        var out = new ByteArrayOutputStream();
        var at = 0;
        while (at < text.length) {
            var size = Math.min(text.length - at, 1 + random.nextInt(7));
            out.writeBytes(stream.push(text, at, size));
            at += size;
        }
        out.writeBytes(stream.finish());
        return out.toByteArray();
    }

    @Test
    void aSecretSplitOverReadsIsMaskedWhereverItIsCut() {
        var redactor = Redactor.of(List.of("hunter2hunter2", "two\nlines here"), List.of("id-\\d+"));
        var text = "a hunter2hunter2 b\nAuthorization: Bearer abcdef123\nid-4711 two\nlines here c\n"
                + "{\"k\":\"hunter2hunter2\"}\n-----BEGIN X-----\nabcdefgh\n-----END X-----\n"
                + "https://u:p@h eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc password=\"x y\" end";
        var expected = "a *** b\nAuthorization: Bearer ***\n*** *** c\n"
                + "{\"k\":\"***\"}\n***\n***\n***\nhttps://***@h *** password=\"***\" end";
        assertThat(redactor.redact(text)).isEqualTo(expected);
        var bytes = utf8(text);
        for (var cut = 0; cut <= bytes.length; cut++) {
            var stream = redactor.stream();
            var out = new ByteArrayOutputStream();
            out.writeBytes(stream.push(bytes, 0, cut));
            out.writeBytes(stream.push(bytes, cut, bytes.length - cut));
            out.writeBytes(stream.finish());
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
        }
        var one = redactor.stream();
        var out = new ByteArrayOutputStream();
        for (var i = 0; i < bytes.length; i++) {
            out.writeBytes(one.push(bytes, i, 1));
        }
        out.writeBytes(one.finish());
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
    }

    @Test
    void completedLinesAreNotHeldBack() {
        var stream = REDACTOR.stream();
        assertThat(stream.push(utf8("one\ntwo"), 0, 7)).isEqualTo(utf8("one\n"));
        assertThat(stream.push(utf8(" end\n"), 0, 5)).isEqualTo(utf8("two end\n"));
        assertThat(stream.finish()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "token=", "Bearer ", "eyJ", "://a:b", "{\"a\":\"", "1", "hunter2hunter", "-----BEGIN X-----"
            })
    void aLineWithoutEndIsHeldBackWithinBounds(String unit) {
        var stream = of("hunter2hunter2").stream();
        var bytes = utf8(unit.repeat(4096 / unit.length()));
        long pushed = 0;
        long out = 0;
        for (var i = 0; i < 500; i++) {
            out += stream.push(bytes, 0, bytes.length).length;
            pushed += bytes.length;
            if (!unit.equals("token=")) {
                continue;
            }
            // all of it is one secret
            assertThat(out).isLessThan(100);
        }
        out += stream.finish().length;
        assertThat(out).isLessThanOrEqualTo(pushed);
    }

    @Test
    void aLongLineComesOutInParts() {
        var stream = REDACTOR.stream();
        var part = utf8("word ".repeat(2000));
        var out = 0L;
        for (var i = 1; i <= 100; i++) {
            out += stream.push(part, 0, part.length).length;
            assertThat((long) i * part.length - out).isLessThan(2L * RedactingStream.LONGEST_HELD);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 8190, 8192, 8200, 24_570, 32_760, 32_768, 40_000})
    void aSecretInALongLineIsMaskedWhereverItStands(int before) {
        var redactor = of("hunter2hunter2");
        var secrets = " hunter2hunter2 Authorization: Bearer abcdef123 password=abcdef https://u:p@h ";
        var expected = " *** Authorization: Bearer *** password=*** https://***@h ";
        var text = "x ".repeat(before / 2) + secrets + "y ".repeat(50_000);
        var stream = redactor.stream();
        var out = new ByteArrayOutputStream();
        var bytes = utf8(text);
        for (var at = 0; at < bytes.length; at += 1000) {
            out.writeBytes(stream.push(bytes, at, Math.min(1000, bytes.length - at)));
        }
        out.writeBytes(stream.finish());
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(text.replace(secrets, expected));
    }

    @Test
    void aTokenLongerThanWhatIsHeldIsMaskedToItsEnd() {
        var text = "password=" + "a".repeat(200_000) + " end\n";
        var stream = REDACTOR.stream();
        var out = new ByteArrayOutputStream();
        var bytes = utf8(text);
        for (var at = 0; at < bytes.length; at += 4096) {
            out.writeBytes(stream.push(bytes, at, Math.min(4096, bytes.length - at)));
        }
        out.writeBytes(stream.finish());
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("password=*** end\n");
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
    void hostileTextTakesLinearTime(String unit) {
        var redactor = of("hunter2hunter2", "a".repeat(500) + "b", "abababab".repeat(50) + "c");
        var text = utf8(unit.repeat(4_000_000 / unit.length()));
        var start = System.nanoTime();
        redactor.redact(text);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void manySecretsAreFoundInManyMegabytesQuickly() {
        var random = new SplittableRandom(1);
        var secrets = new ArrayList<String>();
        for (var i = 0; i < 50; i++) {
            secrets.add(Long.toHexString(random.nextLong()) + "/" + Long.toHexString(random.nextLong()));
        }
        var redactor = Redactor.of(secrets, List.of());
        var line =
                "2026-01-02T03:04:05Z INFO an ordinary line of a log, id=" + Long.toHexString(random.nextLong()) + "\n";
        var text = utf8(line.repeat(100_000) + secrets.getLast());
        redactor.redact(text);
        var start = System.nanoTime();
        var masked = redactor.redact(text);
        var taken = Duration.ofNanos(System.nanoTime() - start);
        assertThat(masked).hasSize(text.length - secrets.getLast().length() + 3);
        // 9 MB; a loaded machine of two cores included
        assertThat(taken).isLessThan(Duration.ofMillis(1500));
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
        var error = ErrorRecord.of(
                        KnownCode.TIMEOUT.row(), "no hunter2", Evidence.NONE.withOutput("tail hunter2", "log"))
                .withStackTrace("at hunter2")
                .with("branch", Value.of("hunter2"))
                .causedBy(ErrorRecord.of(KnownCode.TIMEOUT.row(), "hunter2"));
        assertThat(of("hunter2", "TIMEOUT").redact(error))
                .isEqualTo(
                        ErrorRecord.of(KnownCode.TIMEOUT.row(), "no ***", Evidence.NONE.withOutput("tail ***", "log"))
                                .withStackTrace("at ***")
                                .with("branch", Value.of("***"))
                                .causedBy(ErrorRecord.of(KnownCode.TIMEOUT.row(), "***")));
    }

    @Test
    void aShortTextWithoutSecretsCostsLittle() {
        var texts = List.of("step_completed", "2026-01-02T03:04:05.123Z", "an ordinary line of some forty characters");
        var best = Long.MAX_VALUE;
        for (var repeat = 0; repeat < 20; repeat++) {
            var start = System.nanoTime();
            for (var i = 0; i < 10_000; i++) {
                texts.forEach(REDACTOR::redact);
            }
            best = Math.min(best, (System.nanoTime() - start) / 30_000);
        }
        assertThat(best).isLessThan(3000);
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

    @ParameterizedTest
    @CsvSource({
        "GITHUB_TOKEN, true",
        "token, true",
        "MyTokens, true",
        "AWS_SECRET_ACCESS_KEY, true",
        "DB_PASSWORD, true",
        "X_API_KEY_2, true",
        "PATH, false",
        "TOKE, false",
        "APIKEY, false",
        "MY_CERT, true",
        "CERT, false"
    })
    void entriesAreSecretByTheirName(String name, boolean secret) {
        assertThat(SecretNames.STANDARD.and(List.of("my_c?r*")).contains(name)).isEqualTo(secret);
    }

    @Test
    void numbersBooleansAndCommonWordsAreNoSecrets() {
        var environment = Map.of(
                "A_TOKEN", "4096",
                "B_TOKEN", "true",
                "C_TOKEN", "None",
                "D_TOKEN", "s3cr3tvalue",
                "E_TOKEN", "-1.5",
                "PATH", "/usr/bin:/bin");
        assertThat(SecretNames.STANDARD.secretsIn(environment)).isEqualTo(Set.of("s3cr3tvalue"));
    }

    @Test
    void aHostileNameTakesLittleTime() {
        var names = new SecretNames(List.of("*a*a*a*a*a*b"));
        assertThat(names.contains("a".repeat(10_000))).isFalse();
    }
}
