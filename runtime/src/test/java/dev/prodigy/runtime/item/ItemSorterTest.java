package dev.prodigy.runtime.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// However little fits into memory, the order is the same, and items that are equal keep theirs.
class ItemSorterTest {
    private static final Comparator<Value> BY_SCORE = Comparator.comparing(
            item -> item instanceof Value.Fields fields && fields.get("score") instanceof Value.Num(var score)
                    ? score.intValue()
                    : 0);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 1000, 1 << 20})
    void sortsStablyWhateverFitsIntoMemory(int characters) throws IOException {
        var random = new Random(7);
        var items = new ArrayList<Value>();
        for (int i = 0; i < 300; i++) {
            items.add(new FieldsWriter()
                    .put("id", i)
                    .put("score", random.nextInt(20))
                    .put("text", "line\nbreak " + "x".repeat(random.nextInt(30)))
                    .done());
        }
        var expected = new ArrayList<>(items);
        expected.sort(BY_SCORE);

        var sorted = new ArrayList<Value>();
        try (var sorter = new ItemSorter(folder, BY_SCORE, characters)) {
            items.forEach(item -> sorter.add(item, Json.write(item)));
            sorter.forEach(sorted::add);
        }

        assertThat(sorted).isEqualTo(expected);
        try (var left = Files.list(folder)) {
            assertThat(left.toList()).isEqualTo(List.of());
        }
    }
}
