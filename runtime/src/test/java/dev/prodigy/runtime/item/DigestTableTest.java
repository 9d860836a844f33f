package dev.prodigy.runtime.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigestTableTest {
    private static final int MANY = 200_000;

    @Test
    void itKnowsWhatAMapKnows() {
        var table = new DigestTable();
        var map = new HashMap<String, Integer>();
        var random = new Random(11);
        for (int i = 0; i < MANY; i++) {
            var text = "key-" + random.nextInt(MANY);
            var known = map.putIfAbsent(text, i);
            assertThat(table.putIfAbsent(Digest.of(text), i)).isEqualTo(known == null ? -1 : known);
        }
    }

    @Test
    void itCounts() {
        var table = new DigestTable();
        assertThat(table.count(Digest.of("a"))).isEqualTo(1);
        assertThat(table.count(Digest.of("b"))).isEqualTo(1);
        assertThat(table.count(Digest.of("a"))).isEqualTo(2);
    }

    @Test
    void digestsThatBeginAlikeAreTwo() {
        var table = new DigestTable();
        for (int low = 0; low < 1000; low++) {
            assertThat(table.putIfAbsent(new Digest(-1, low), low)).isEqualTo(-1);
        }
        for (int low = 0; low < 1000; low++) {
            assertThat(table.putIfAbsent(new Digest(-1, low), 0)).isEqualTo(low);
        }
    }
}
