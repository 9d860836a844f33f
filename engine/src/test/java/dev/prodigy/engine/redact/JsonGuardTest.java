package dev.prodigy.engine.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonGuardTest {
    private static final String CHARACTERS = "ab\"\\\n\u0001é\u2028/1:,{}[] ";

    private static Redactor of(String... secrets) {
        return Redactor.of(List.of(secrets), List.of());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
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
}
