package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Streaming is only another way to get the same items: random documents, read in both ways.
class StreamingPathPropertyTest {
    private static final int DOCUMENTS = 3000;
    private static final List<String> NAMES = List.of("a", "b", "c");

    @ParameterizedTest
    @ValueSource(
            strings = {"$", "$[*]", "$.a", "$.a.b", "$.a[*]", "$.a.b[*]", "$[*].a", "$.a[*].b", "$.a[*].b.c", "$[*].a.b"
            })
    void bothWaysGiveTheSameItems(String text) {
        var path = JsonPath.parse(text, JsonPath.Mode.LENIENT);
        int withItems = 0;
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            String document = document(new Random(seed), 4, false);
            var expected = path.items(Json.parse(document));
            assertThat(stream(path, document)).as("seed %d: %s", seed, document).isEqualTo(expected);
            withItems += expected.isEmpty() ? 0 : 1;
        }
        assertThat(withItems).isGreaterThan(DOCUMENTS / 40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$", "$[*]", "$.a", "$.a.b", "$.a[*]", "$.a.b[*]", "$[*].a", "$.a[*].b", "$.a[*].b.c", "$[*].a.b"
            })
    void repeatedNamesGiveTheSameItemsOrAreRefused(String text) {
        var path = JsonPath.parse(text, JsonPath.Mode.LENIENT);
        int same = 0;
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            String document = document(new Random(seed), 4, true);
            try {
                assertThat(stream(path, document))
                        .as("seed %d: %s", seed, document)
                        .isEqualTo(path.items(Json.parse(document)));
                same++;
            } catch (JsonSyntax e) {
                assertThat(e).as("seed %d: %s", seed, document).hasMessageContaining("is repeated");
            }
        }
        assertThat(same).isGreaterThan(DOCUMENTS / 4);
    }

    private static List<Value> stream(JsonPath path, String document) {
        var bytes = new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8));
        var items = StreamingPath.of(path).orElseThrow().open(Json.parser(bytes));
        var read = new ArrayList<Value>();
        for (var item = items.next(); item != null; item = items.next()) {
            read.add(item);
        }
        return read;
    }

    /// Mostly containers near the top, so that paths lead somewhere.
    private static String document(Random random, int depth, boolean repeatedNames) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return List.of("null", "true", "0", "-1.50", "\"a\"", "[]", "{}").get(random.nextInt(7));
        }
        int size = random.nextInt(5);
        var children = IntStream.range(0, size)
                .mapToObj(_ -> document(random, depth - 1, repeatedNames))
                .toList();
        if (random.nextInt(3) == 0) {
            return "[" + String.join(", ", children) + "]";
        }
        var members = new ArrayList<String>();
        var free = new ArrayList<>(NAMES);
        for (var child : children) {
            if (free.isEmpty()) {
                break;
            }
            int chosen = random.nextInt(free.size());
            members.add("\"" + (repeatedNames ? free.get(chosen) : free.remove(chosen)) + "\": " + child);
        }
        return "{" + String.join(", ", members) + "}";
    }
}
