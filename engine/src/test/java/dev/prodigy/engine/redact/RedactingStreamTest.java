package dev.prodigy.engine.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactingStreamTest {
    private static Redactor of(String... secrets) {
        return Redactor.of(List.of(secrets), List.of());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
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

    /// The end of a text begins nowhere in a secret, declared or not, whatever form it has.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2hunter2",
                "aHVudGVyMmh1bnRlcjI",
                "password=abcdefghijk",
                "Bearer abcdefghijklmnop",
                "id-47111174",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
                "-----BEGIN X-----\nabcdefghabcdefghabcdefgh\n-----END X-----",
            })
    void nothingIsCutInsideOfASecret(String secret) {
        var redactor = Redactor.of(List.of("hunter2hunter2"), List.of("id-\\d+"));
        var text = "é word ".repeat(3000) + secret + " é word".repeat(3000);
        var masked = redactor.redact(text);
        for (int longest = 21_000 + secret.length() + 2; longest >= 20_998; longest--) {
            var end = redactor.endOf(text, longest);
            assertThat(text.endsWith(end)).isTrue();
            assertThat(masked.endsWith(redactor.redact(end))).as("%d", longest).isTrue();
            assertThat(end.length()).isBetween(20_998, longest);
        }
    }

    @Test
    void aLongSecretIsNotCutEither() {
        var secret = "0123456789abcdef".repeat(5000);
        var redactor = of(secret);
        var text = "x" + secret + "y";
        assertThat(redactor.endOf(text, 40_000)).isEqualTo("y");
        assertThat(redactor.endOf(text, secret.length() + 1)).isEqualTo(secret + "y");
        assertThat(Redactor.PLAIN.endOf("some text", 4)).isEqualTo("text");
    }

    @Test
    void completedLinesAreNotHeldBack() {
        var stream = Redactor.PLAIN.stream();
        assertThat(stream.push(utf8("one\ntwo"), 0, 7)).isEqualTo(utf8("one\n"));
        assertThat(stream.push(utf8(" end\n"), 0, 5)).isEqualTo(utf8("two end\n"));
        assertThat(stream.finish()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "eyJ", "://a:b", "{\"a\":\"", "1", "[1,", "\\", "hunter2hunter", "word "})
    void aLineWithoutEndIsHeldBackWithinBounds(String unit) {
        var stream = of("hunter2hunter2").stream();
        var part = utf8(unit.repeat(4096 / unit.length()));
        var out = 0L;
        for (var i = 1; i <= 200; i++) {
            out += stream.push(part, 0, part.length).length;
            assertThat((long) i * part.length - out).isLessThan(2L * RedactingStream.LONGEST_HELD);
        }
        out += stream.finish().length;
        assertThat(out).isEqualTo(200L * part.length);
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
        var stream = Redactor.PLAIN.stream();
        var out = new ByteArrayOutputStream();
        var bytes = utf8(text);
        for (var at = 0; at < bytes.length; at += 4096) {
            out.writeBytes(stream.push(bytes, at, Math.min(4096, bytes.length - at)));
        }
        out.writeBytes(stream.finish());
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("password=*** end\n");
    }
}
