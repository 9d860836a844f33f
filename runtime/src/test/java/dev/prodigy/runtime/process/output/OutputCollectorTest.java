package dev.prodigy.runtime.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputCollectorTest {
    @TempDir
    private Path folder;

    private final ArrayList<String> shown = new ArrayList<>();
    private final ArrayList<String> lines = new ArrayList<>();

    @Test
    void logTailAndDisplayAreMaskedCapturesAndEventsAreNot() {
        var collector = collector();
        collector.take(Stream.STDOUT, bytes("the sec"));
        collector.take(Stream.STDOUT, bytes("ret is out\n"));
        var outputs = collector.finish();
        assertThat(outputs.stdout().log()).hasContent("the *** is out\n");
        assertThat(outputs.stdout().tail().text()).isEqualTo("the *** is out\n");
        assertThat(String.join("", shown)).isEqualTo("STDOUT:the *** is out\n");
        assertThat(outputs.stdout().captured().text()).isEqualTo("the secret is out\n");
        assertThat(outputs.bothCaptured().text()).isEqualTo("the secret is out\n");
        assertThat(lines).containsExactly("the secret is out");
    }

    @Test
    void bothStreamsAreKeptAsTheyArrived() {
        var collector = collector();
        collector.take(Stream.STDOUT, bytes("1\n"));
        collector.take(Stream.STDERR, bytes("2\n"));
        collector.take(Stream.STDOUT, bytes("3\n"));
        assertThat(collector.finish().bothCaptured().text()).isEqualTo("1\n2\n3\n");
        assertThat(lines).containsExactly("1", "3");
    }

    @Test
    void aStreamThatSpokeAloneIsKeptOnce() {
        var collector = collector();
        collector.take(Stream.STDERR, bytes("1\n"));
        var outputs = collector.finish();
        assertThat(outputs.bothCaptured()).isSameAs(outputs.stderr().captured());
    }

    @Test
    void whatIsCutOfTheFirstStreamIsMissingInBoth() {
        var collector = collector();
        collector.take(Stream.STDOUT, bytes("x".repeat(1500)));
        collector.take(Stream.STDERR, bytes("end"));
        var both = collector.finish().bothCaptured();
        assertThat(both.text()).isEqualTo("x".repeat(997) + "end");
        assertThat(both.truncated()).isTrue();
    }

    @Test
    void eachStreamHasItsLogAndASilentOneHasNone() {
        var collector = collector();
        collector.take(Stream.STDERR, bytes("oh\n"));
        var outputs = collector.finish();
        assertThat(outputs.stdout().log()).isNull();
        assertThat(outputs.stderr().log()).isEqualTo(folder.resolve("err")).hasContent("oh\n");
        assertThat(outputs.stdout().bytes()).isZero();
    }

    @Test
    void whatTheFilterHoldsBackComesAtTheEnd() {
        var collector = collector();
        collector.take(Stream.STDOUT, bytes("only a sec"));
        var outputs = collector.finish();
        assertThat(outputs.stdout().log()).hasContent("only a sec");
        assertThat(lines).containsExactly("only a sec");
    }

    @Test
    void nothingIsTakenAfterTheCut() {
        var collector = collector();
        collector.take(Stream.STDOUT, bytes("in time\nbegun"));
        collector.cut();
        assertThat(collector.take(Stream.STDOUT, bytes(" late\n"))).isFalse();
        var outputs = collector.finish();
        assertThat(outputs.stdout().captured().text()).isEqualTo("in time\nbegun");
        assertThat(lines).containsExactly("in time");
    }

    @Test
    void withoutEventsAnyByteIsASignOfLife() {
        var collector = new OutputCollector(OutputSpec.CAPTURED, _ -> {});
        assertThat(collector.take(Stream.STDERR, bytes("."))).isTrue();
        assertThat(collector().take(Stream.STDERR, bytes("{}\n"))).isFalse();
        assertThat(collector().take(Stream.STDOUT, bytes("{}\n"))).isTrue();
    }

    /// Nobody would find the half of a secret.
    @ParameterizedTest
    @CsvSource({"994, secret", "995, ''", "999, ''", "1000, ''"})
    void theKeptEndDoesNotBeginInsideOfWhatIsMasked(int behind, String before) {
        for (var stream : Stream.values()) {
            var collector = collector();
            collector.take(stream, bytes("x".repeat(2000) + "secret" + "y".repeat(behind)));
            var outputs = collector.finish();
            var captured = (stream == Stream.STDOUT ? outputs.stdout() : outputs.stderr()).captured();
            assertThat(captured.text()).isEqualTo(before + "y".repeat(Math.min(1000, behind)));
            assertThat(captured.truncated()).isTrue();
            assertThat(outputs.bothCaptured().text()).isEqualTo(captured.text());
        }
    }

    @Test
    void norDoesThatOfBothStreams() {
        var collector = collector();
        collector.take(Stream.STDOUT, bytes("x".repeat(2000) + "secret" + "y".repeat(500)));
        collector.take(Stream.STDERR, bytes("z".repeat(497)));
        assertThat(collector.finish().bothCaptured().text()).isEqualTo("y".repeat(500) + "z".repeat(497));
    }

    private OutputCollector collector() {
        var spec = new OutputSpec(
                new LogFiles(folder.resolve("out"), folder.resolve("err"), 10_000),
                new CaptureLimits(1000, 1000, 1000),
                MaskSecret::new,
                (stream, text) -> shown.add(shown.isEmpty() ? stream + ":" + text : text),
                new EventLines(1000, line -> {
                    lines.add(line);
                    return line.startsWith("{");
                }),
                null);
        return new OutputCollector(spec, _ -> {});
    }

    /// Masks the word `secret`, also one that is split.
    private static final class MaskSecret implements ByteFilter {
        private String held = "";

        @Override
        public byte[] pass(byte[] chunk) {
            var text = (held + new String(chunk, StandardCharsets.UTF_8)).replace("secret", "***");
            int keep = List.of("secre", "secr", "sec", "se", "s").stream()
                    .filter(text::endsWith)
                    .mapToInt(String::length)
                    .findFirst()
                    .orElse(0);
            held = text.substring(text.length() - keep);
            return bytes(text.substring(0, text.length() - keep));
        }

        @Override
        public byte[] rest() {
            return bytes(held);
        }

        @Override
        public int looksBack() {
            return "secret".length();
        }

        @Override
        public int cut(byte[] bytes, int at) {
            int from = new String(bytes, StandardCharsets.UTF_8).indexOf("secret");
            return from >= 0 && from < at && at < from + 6 ? from + 6 : at;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
