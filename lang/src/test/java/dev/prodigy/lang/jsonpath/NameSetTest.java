package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameSetTest {
    @Test
    void aNameIsNewOnce() {
        var names = new NameSet();
        for (int i = 0; i < 10_000; i++) {
            assertThat(names.add("name" + i)).isTrue();
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(names.add("name" + i)).isFalse();
        }
        assertThat(names.add("")).isTrue();
        assertThat(names.add("")).isFalse();
    }
}
