package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SegmentsTest {
    private static final String LARGE = "\"" + "x".repeat(20_000) + "\"";

    @AutoClose
    private final TestJournal journal;

    SegmentsTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @ParameterizedTest
    @CsvSource({"16382,false", "16383,true"})
    void aValueOverSixteenKibibytesGoesToASegment(int characters, boolean large) throws IOException {
        append("{\"a\":1,\"text\":\"" + "x".repeat(characters) + "\"}");
        assertThat(journal.files().contains("results-1.jsonl")).isEqualTo(large);
        assertThat(SegmentRef.of(stored().get("text")).isPresent()).isEqualTo(large);
        assertThat(resolved().get("text")).isEqualTo(Value.of("x".repeat(characters)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "🚀", "\\\\", "\\u0001", "\\\""})
    void bytesCountNotCharacters(String character) throws IOException {
        int fits = (16_384 - 2) / character.getBytes(StandardCharsets.UTF_8).length;
        append("{\"text\":\"" + character.repeat(fits) + "\"}");
        assertThat(journal.files()).doesNotContain("results-1.jsonl");
        try (var writer = journal.resume()) {
            writer.append(List.of(TestJournal.entry(2, "{\"text\":\"" + character.repeat(fits + 1) + "\"}")))
                    .join();
        }
        assertThat(journal.files()).contains("results-1.jsonl");
    }

    @Test
    void theLineHoldsAReferenceAndTheSegmentASealedLine() throws IOException {
        append("{\"a\":1,\"text\":" + LARGE + ",\"b\":[2]}");
        var segment = Files.readString(journal.folder.resolve("results-1.jsonl"));
        assertThat(segment)
                .startsWith("{\"v\":1,\"seq\":1,\"field\":\"text\",\"value\":" + LARGE + ",\"crc\":\"")
                .endsWith("\"}\n");
        var crc = segment.substring(segment.length() - 11, segment.length() - 3);
        assertThat(stored())
                .isEqualTo(TestJournal.fields(
                        "{\"a\":1,\"text\":{\"$segment\":\"results-1.jsonl\",\"offset\":0,\"length\":"
                                + (segment.length() - 1) + ",\"crc\":\"" + crc + "\"},\"b\":[2]}"));
    }

    @Test
    void segmentsAreForcedBeforeTheEventThatRefersToThem() {
        journal.durability = Durability.RELAXED;
        append("{\"text\":" + LARGE + "}");
        var calls = journal.disk.calls();
        assertThat(calls)
                .containsSubsequence(
                        "create results-1.jsonl",
                        "forceFolder " + TestJournal.RUN,
                        "write results-1.jsonl",
                        "force results-1.jsonl",
                        "write events-20260131T120000123Z.jsonl");
    }

    @Test
    void manyValuesComeBackInAnyOrder() {
        var expected = new ArrayList<Value.Fields>();
        journal.rotateSize = 100_000;
        try (var writer = journal.create()) {
            for (int i = 1; i <= 60; i++) {
                var fields = TestJournal.fields("{\"n\":" + i + ",\"one\":\"" + i + "x".repeat(17_000) + "\",\"two\":["
                        + "1,".repeat(9000) + i + "]}");
                expected.add(fields);
                var done = writer.append(List.of(TestJournal.entry(i, fields)));
                if (i % 7 == 0) {
                    done.join();
                }
            }
        }
        var entries = journal.entries();
        try (var reader = new SegmentReader(journal.folder)) {
            for (int i = 59; i >= 0; i--) {
                assertThat(reader.resolve(entries.get(i).fields())).isEqualTo(expected.get(i));
                int other = i * 37 % 60;
                assertThat(reader.resolve(entries.get(other).fields())).isEqualTo(expected.get(other));
            }
        }
        assertThat(journal.folder.resolve("results-9.jsonl")).exists();
    }

    @Test
    void aResumedWriterBeginsANewSegment() throws IOException {
        append("{\"text\":" + LARGE + "}");
        try (var writer = journal.resume()) {
            writer.append(List.of(TestJournal.entry(2, "{\"text\":" + LARGE + "}")))
                    .join();
        }
        assertThat(journal.files()).contains("results-1.jsonl", "results-2.jsonl");
        assertThat(resolved().get("text")).isInstanceOf(Value.Text.class);
    }

    @ParameterizedTest
    @CsvSource({"510,false", "511,true"})
    void ofChosenFieldsOnlySmallValuesStayInTheLine(int characters, boolean large) throws IOException {
        journal.toSegments = Set.of("result");
        var text = "x".repeat(characters);
        append("{\"result\":\"" + text + "\",\"other\":\"" + text + "\"}");
        assertThat(journal.files().contains("results-1.jsonl")).isEqualTo(large);
        assertThat(SegmentRef.of(stored().get("result")).isPresent()).isEqualTo(large);
        assertThat(SegmentRef.of(stored().get("other"))).isEmpty();
        assertThat(resolved().get("result")).isEqualTo(Value.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$segment\":\"results-1.jsonl\",\"offset\":0,\"length\":5,\"crc\":\"00000000\"}",
                "{\"$segment\":null}",
                "{\"$segment\":\"../../etc/passwd\",\"offset\":0,\"length\":100,\"crc\":\"00000000\"}"
            })
    void aUsersValueThatLooksLikeAReferenceIsNotTakenForOne(String value) {
        var fields = TestJournal.fields("{\"value\":" + value + ",\"nested\":{\"x\":" + value + "}}");
        append(fields);
        assertThat(stored().get("value")).isNotEqualTo(fields.get("value"));
        assertThat(resolved()).isEqualTo(fields);
    }

    @Test
    void aFlippedBitAnywhereInTheSegmentLineIsDamage() throws IOException {
        journal.toSegments = Set.of("result");
        append("{\"result\":{\"small\":\"" + "x".repeat(512) + "\"}}");
        var file = journal.folder.resolve("results-1.jsonl");
        var content = Files.readAllBytes(file);
        for (int at = 0; at < content.length - 1; at++) {
            for (int bit = 0; bit < 8; bit++) {
                var flipped = content.clone();
                flipped[at] ^= (byte) (1 << bit);
                Files.write(file, flipped);
                assertDamage(file);
            }
        }
    }

    @Test
    void aSegmentThatIsShorterOrGoneIsDamage() throws IOException {
        append("{\"text\":" + LARGE + "}");
        var file = journal.folder.resolve("results-1.jsonl");
        var content = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(content, content.length - 2));
        assertDamage(file);
        Files.delete(file);
        assertDamage(file);
    }

    @ParameterizedTest
    @CsvSource({
        "../x-1.jsonl,0,9",
        "run.lock,0,9",
        "results-1.jsonl,-1,9",
        "results-1.jsonl,0,-1",
        "results-1.jsonl,9223372036854775807,9",
        "results-1.jsonl,0,0"
    })
    void aReferenceThatCannotBeIsDamage(String file, long offset, int length) {
        append("{\"text\":" + LARGE + "}");
        try (var reader = new SegmentReader(journal.folder)) {
            var ref = new SegmentRef(file, offset, length, 0);
            assertThatThrownBy(() -> reader.read(ref)).isInstanceOf(JournalDamaged.class);
        }
    }

    private void assertDamage(Path file) {
        assertThatThrownBy(this::resolved).isInstanceOfSatisfying(JournalDamaged.class, e -> {
            assertThat(e.damage().kind()).isEqualTo(Damage.Kind.SEGMENT);
            assertThat(e.damage().file()).isEqualTo(file);
        });
    }

    private void append(String fields) {
        append(TestJournal.fields(fields));
    }

    private void append(Value.Fields fields) {
        try (var writer = journal.create()) {
            writer.append(List.of(TestJournal.entry(1, fields))).join();
        }
    }

    private Value.Fields stored() {
        return journal.entries().getLast().fields();
    }

    private Value.Fields resolved() {
        try (var reader = new SegmentReader(journal.folder)) {
            return reader.resolve(stored());
        }
    }
}
