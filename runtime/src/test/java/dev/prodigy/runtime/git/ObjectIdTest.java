package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ObjectIdTest {
    @Test
    void bothLengthsAreNames() {
        assertThat(new ObjectId("a".repeat(40)).abbreviated()).isEqualTo("aaaaaaaaaa");
        assertThat(new ObjectId("0".repeat(64))).hasToString("0".repeat(64));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HEAD", "abc", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "--upload-pack=x"})
    void nothingElseIs(String text) {
        assertThat(ObjectId.isName(text)).isFalse();
        assertThatThrownBy(() -> new ObjectId(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
