package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonpath.JsonPath;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// In the tables `⏎` is a line feed.
class ItemLimitsTest {
    private static final ItemLimits SMALL = new ItemLimits(20, 400);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            # exactly 20 bytes of compact JSON pass, 21 do not
            json  | -       | ["123456789012345678"]           | ["1234567890123456789"]           | 1 | 2
            json  | -       | [1, [ 11, 12, 13, 14, 15, 167 ]] | [1, [ 11, 12, 13, 14, 15, 1678 ]] | 1 | 5
            json  | -       | {"a":"123456789012"}             | {"a":"1234567890123"}             | 1 | 1
            json  | $.a     | {"a":"123456789012345678"}       | {"a":"1234567890123456789"}       | 1 | 6
            json  | $..a    | {"a":"123456789012345678"}       | {"a":"1234567890123456789"}       | 0 | 0
            jsonl | -       | ~1⏎["1234567890123456"]~         | ~1⏎["12345678901234567"]~         | 2 | 1
            csv   | -       | a⏎123456789012                   | a⏎1234567890123                   | 2 | 1
            lines | -       | x⏎123456789012345678             | x⏎1234567890123456789             | 2 | 1
            lines | -       | ~ääääääääa~                      | ~ääääääääää~                      | 1 | 1
            yaml  | -       | - 123456789012345678             | - "1234567890123456789"           | 0 | 0
            """)
    void anItemMayBeThatLarge(String format, String path, String fits, String tooLarge, int line, int column) {
        Read.drain(Read.open(format, path, text(fits), SMALL));
        assertThatThrownBy(() -> Read.drain(Read.open(format, path, text(tooLarge), SMALL)))
                .hasMessage("an item is larger than 20 bytes")
                .isInstanceOfSatisfying(InputInvalid.class, e -> {
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                });
    }

    @Timeout(60)
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            json  | ["          | x
            json  | [[          | 1,
            json  | [{          | "a":1,
            json  | [           | [
            jsonl | ["          | x
            jsonl | ~ ~         | ~ ~
            csv   | a,b⏎        | x
            csv   | a,b⏎"       | x⏎
            csv   | a           | ,x
            lines | ~ ~         | x
            -     | ~ ~         | x
            -     | [["         | x
            """)
    void anEndlessItemIsGivenUp(String format, String head, String body) {
        var endless = new Endless(text(head), text(body));
        var declared = Read.format(format);
        assertThatThrownBy(() -> Read.drain(ItemReader.open(endless, declared, null, new ItemLimits(100_000, 1000))))
                .isInstanceOf(InputInvalid.class);
        assertThat(endless.delivered).isLessThan(2_000_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            json  | $[*]        | [              | 1,
            json  | $.a.b       | {"a":{"b":[    | 1,
            json  | $.a.b[*]    | {"a":{"b":[    | 1,
            json  | $.a[*].b    | {"a":[         | {"b":1},
            jsonl | -           | ~~             | 1⏎
            jsonl | $[*].b      | ~~             | {"b":1}⏎
            csv   | -           | a⏎             | 1⏎
            csv   | $[*].a      | a⏎             | 1⏎
            lines | -           | ~~             | x⏎
            -     | -           | ~~             | x⏎
            -     | -           | ~~             | {"b":1}⏎
            -     | $.a         | {⏎"a":[        | 1,
            """)
    void streamedFormsHaveNoLimit(String format, String path, String head, String body) {
        var endless = new Endless(text(head), text(body));
        var declared = Read.format(format);
        var picked = path.equals("-") ? null : JsonPath.parse(path, JsonPath.Mode.LENIENT);
        var items = ItemReader.open(endless, declared, picked, SMALL);
        for (int i = 0; i < 20_000; i++) {
            assertThat(items.next()).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            json  | $..a        | [              | 1,
            json  | $[0]        | [              | 1,
            jsonl | $[0]        | ~~             | 1⏎
            csv   | $[?@.a>1]   | a⏎             | 1⏎
            lines | $[1:]       | ~~             | x⏎
            yaml  | -           | ~~             | - 1⏎
            yaml  | $[*]        | ~~             | - 1⏎
            """)
    void whatIsLoadedMayBeThatLarge(String format, String path, String head, String body) {
        var picked = path.equals("-") ? null : JsonPath.parse(path, JsonPath.Mode.LENIENT);
        var source = ItemReader.open(new Endless(text(head), text(body)), Read.format(format), picked, SMALL);
        assertThatThrownBy(source::next)
                .isInstanceOf(InputInvalid.class)
                .hasMessageContaining("at most 400 bytes")
                .hasMessageContaining("$[*], $.a.b, $.a.b[*], $.a[*].b");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401})
    void theLimitOfADocumentIsExact(int size) {
        String document = "[" + "1,".repeat(size / 2 - 2) + " ".repeat(size % 2) + "1]";
        var source = Read.open("json", "$[0]", document + " ".repeat(size - document.length()), SMALL);
        if (size == 400) {
            assertThat(source.next()).isEqualTo(Json.parse("1"));
        } else {
            assertThatThrownBy(source::next).isInstanceOf(InputInvalid.class);
        }
    }

    @Test
    void ofARunAreOneMebibyteAndSixtyFour() {
        assertThat(ItemLimits.OF_A_RUN).isEqualTo(new ItemLimits(1024 * 1024, 64L * 1024 * 1024));
        String most = "x".repeat(1024 * 1024 - 2);
        assertThat(Read.items("lines", "-", most)).hasSize(1024 * 1024 + 2);
        assertThatThrownBy(() -> Read.items("lines", "-", most + "x")).hasMessage("an item is larger than 1 MiB");
    }

    /// A head, and then the same bytes for ever.
    private static final class Endless extends InputStream {
        private final byte[] head;
        private final byte[] body;
        private int delivered;

        Endless(String head, String body) {
            this.head = head.getBytes(StandardCharsets.UTF_8);
            this.body = body.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            int at = delivered++;
            return at < head.length ? head[at] : body[(at - head.length) % body.length];
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) read();
            }
            return length;
        }
    }

    private static String text(String shown) {
        return shown.replace('⏎', '\n');
    }
}
