package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemSegmentsTest {
    private static final int MANY = 20_000;

    @AutoClose
    private final TestJournal journal;

    ItemSegmentsTest(@TempDir Path root) throws IOException {
        journal = new TestJournal(root);
    }

    @Test
    void anItemIsASealedLine() throws IOException {
        var segments = write(2);
        assertThat(segments).containsExactly("items-1.jsonl");
        assertThat(Files.readString(file("items-1.jsonl")))
                .isEqualTo(
                        LineTest.sealed("{\"v\":1,\"index\":0,\"item_id\":\"item-0\",\"item\":{\"text\":\"\"}")
                                + LineTest.sealed(
                                        "{\"v\":1,\"index\":1,\"item_id\":\"item-1\",\"item\":{\"text\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}"));
    }

    @Test
    void itemsAreDurableWhenTheyAreFinished() {
        write(2);
        assertThat(journal.disk.calls())
                .containsExactly(
                        "create items-1.jsonl",
                        "forceFolder " + TestJournal.RUN,
                        "write items-1.jsonl",
                        "force items-1.jsonl");
    }

    @Test
    void manyItemsComeBackInOrder() {
        journal.rotateSize = 700_000;
        var segments = write(MANY);
        assertThat(segments).hasSizeGreaterThan(2);
        try (var items = new ItemSegments(journal.folder, segments, MANY)) {
            assertThat(items.count()).isEqualTo(MANY);
            for (int i = 0; i < MANY; i++) {
                assertThat(items.read(i)).isEqualTo(item(i));
            }
        }
    }

    @Test
    void manyItemsComeBackInAnyOrder() {
        journal.rotateSize = 700_000;
        var segments = write(MANY);
        var random = new Random(7);
        try (var items = new ItemSegments(journal.folder, segments, MANY)) {
            assertThat(items.read(MANY - 1)).isEqualTo(item(MANY - 1));
            for (int n = 0; n < 500; n++) {
                int i = random.nextInt(MANY);
                assertThat(items.read(i)).isEqualTo(item(i));
                assertThat(items.read(i)).isEqualTo(item(i));
            }
            assertThat(items.read(0)).isEqualTo(item(0));
        }
    }

    @Test
    void itemsOfAMebibyteAreRead() {
        var large = new Value.Fields(Map.of("item", Value.of("x".repeat(1 << 20))));
        List<String> segments;
        try (var writer = new ItemSegmentWriter(journal.folder, journal.settings())) {
            assertThat(writer.add(large)).isZero();
            assertThat(writer.add(item(1))).isEqualTo(1);
            assertThat(writer.add(large)).isEqualTo(2);
            segments = writer.finish();
        }
        try (var items = new ItemSegments(journal.folder, segments, 3)) {
            assertThat(items.read(2)).isEqualTo(large);
            assertThat(items.read(1)).isEqualTo(item(1));
            assertThat(items.read(0)).isEqualTo(large);
        }
    }

    @Test
    void noItemsAreNoSegments() {
        var segments = write(0);
        assertThat(segments).isEmpty();
        try (var items = new ItemSegments(journal.folder, segments, 0)) {
            assertThat(items.count()).isZero();
            assertThatThrownBy(() -> items.read(0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aLoadThatWasNotFinishedIsNotReferredTo() throws IOException {
        try (var writer = new ItemSegmentWriter(journal.folder, journal.settings())) {
            for (int i = 0; i < 5000; i++) {
                writer.add(item(i));
            }
        }
        assertThat(journal.files()).containsExactly("items-1.jsonl");
        var segments = write(3);
        assertThat(segments).containsExactly("items-2.jsonl");
        try (var items = new ItemSegments(journal.folder, segments, 3)) {
            assertThat(items.read(2)).isEqualTo(item(2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v", "index", "crc"})
    void anItemsFieldsHaveOtherNames(String name) {
        try (var writer = new ItemSegmentWriter(journal.folder, journal.settings())) {
            var item = TestJournal.fields("{\"" + name + "\":1}");
            assertThatThrownBy(() -> writer.add(item)).isInstanceOf(IllegalArgumentException.class);
            assertThat(writer.add(item(0))).isZero();
        }
    }

    @Test
    void damageIsFoundOnTheWayToAnItem() throws IOException {
        var segments = write(500);
        var content = Files.readAllBytes(file("items-1.jsonl"));
        int line = 0;
        for (int at = 0; at < content.length; at += 101) {
            var flipped = content.clone();
            flipped[at] ^= 4;
            Files.write(file("items-1.jsonl"), flipped);
            try (var items = new ItemSegments(journal.folder, segments, 500)) {
                assertThatThrownBy(() -> items.read(499)).isInstanceOfSatisfying(JournalDamaged.class, e -> {
                    assertThat(e.damage().kind()).isEqualTo(Damage.Kind.SEGMENT);
                    assertThat(e.damage().file()).isEqualTo(file("items-1.jsonl"));
                    assertThat(e.damage().line()).isPositive();
                });
            }
            line++;
        }
        assertThat(line).isGreaterThan(300);
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
        journal.rotateSize = 700_000;
        var segments = write(MANY);
        var last = segments.getLast();
        var content = Files.readString(file(last));
        int third = content.indexOf('\n', content.indexOf('\n') + 1) + 1;
        Files.writeString(file(last), content.substring(0, third) + "X" + content.substring(third + 1));
        try (var items = new ItemSegments(journal.folder, segments, MANY)) {
            assertThatThrownBy(() -> items.read(MANY - 1)).isInstanceOfSatisfying(JournalDamaged.class, e -> {
                assertThat(e.damage().file()).isEqualTo(file(last));
                assertThat(e.damage().line()).isEqualTo(3);
                assertThat(e.damage().offset()).isEqualTo(third);
            });
        }
    }

    @Test
    void aCheckPassesWhatIsWholeAndLeavesEveryItemToRead() {
        journal.rotateSize = 700_000;
        var segments = write(MANY);
        try (var items = new ItemSegments(journal.folder, segments, MANY)) {
            assertThatCode(items::check).doesNotThrowAnyException();
            assertThat(items.read(1)).isEqualTo(item(1));
            assertThatCode(items::check).doesNotThrowAnyException();
        }
    }

    @Test
    void aCheckNamesTheFirstLineThatIsNotTheNextItem() throws IOException {
        var segments = write(10);
        var lines = Files.readAllLines(file("items-1.jsonl"));
        lines.set(3, lines.get(4));
        Files.writeString(file("items-1.jsonl"), String.join("\n", lines) + "\n");
        try (var items = new ItemSegments(journal.folder, segments, 10)) {
            assertThatThrownBy(items::check)
                    .isInstanceOfSatisfying(
                            JournalDamaged.class,
                            e -> assertThat(e.damage().line()).isEqualTo(4));
        }
    }

    @Test
    void aSegmentWithoutItsEndIsDamage() throws IOException {
        var segments = write(10);
        var content = Files.readString(file("items-1.jsonl"));
        Files.writeString(file("items-1.jsonl"), content.substring(0, content.length() - 1));
        assertDamage(segments, 10);
        Files.writeString(file("items-1.jsonl"), content.substring(0, content.lastIndexOf("{\"v\":1")));
        assertDamage(segments, 10);
        Files.delete(file("items-1.jsonl"));
        assertDamage(segments, 10);
    }

    @Test
    void aMiddleSegmentWithoutItsEndIsDamage() throws IOException {
        journal.rotateSize = 700_000;
        var segments = write(MANY);
        var middle = file(segments.get(1));
        var content = Files.readString(middle);
        Files.writeString(middle, content.substring(0, content.lastIndexOf("{\"v\":1")));
        assertDamage(segments, MANY);
    }

    @Test
    void fewerItemsThanTheJournalSaysIsDamage() {
        assertDamage(write(10), 11);
        assertDamage(List.of(), 1);
    }

    @Test
    void anotherItemThanExpectedIsDamage() {
        write(2);
        var second = write(2).getFirst();
        assertDamage(List.of(second, second), 3);
    }

    @Test
    void onlySegmentsAreOpened() {
        assertDamage(List.of("../../etc/passwd"), 1);
    }

    private void assertDamage(List<String> segments, long count) {
        try (var items = new ItemSegments(journal.folder, segments, count)) {
            assertThatThrownBy(() -> items.read(count - 1)).isInstanceOf(JournalDamaged.class);
            assertThatThrownBy(items::check).isInstanceOf(JournalDamaged.class);
        }
    }

    private List<String> write(int count) {
        try (var writer = new ItemSegmentWriter(journal.folder, journal.settings())) {
            for (int i = 0; i < count; i++) {
                assertThat(writer.add(item(i))).isEqualTo(i);
            }
            return writer.finish();
        }
    }

    private static Value.Fields item(int i) {
        return TestJournal.fields(
                "{\"item_id\":\"item-" + i + "\",\"item\":{\"text\":\"" + "x".repeat(i * 37 % 150) + "\"}}");
    }

    private Path file(String name) {
        return journal.folder.resolve(name);
    }
}
