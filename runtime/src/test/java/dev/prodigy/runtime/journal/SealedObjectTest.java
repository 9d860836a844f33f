package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealedObjectTest {
    private static final String OBJECT = "{\"status\":\"completed\",\"name\":\"ü\"}";

    @Test
    void whatWasWrittenIsJsonWithItsChecksum() {
        var bytes = SealedObject.of(OBJECT);

        assertThat(new String(bytes, UTF_8))
                .startsWith(OBJECT.substring(0, OBJECT.length() - 1))
                .matches("(?s).*,\"crc\":\"[0-9a-f]{8}\"}\n");
        assertThat(SealedObject.isAltered(bytes)).isFalse();
    }

    @Test
    void whatSomebodyChangedIsTold() {
        var text = new String(SealedObject.of(OBJECT), UTF_8).replace("completed", "running");

        assertThat(SealedObject.isAltered(text.getBytes(UTF_8))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "{}", OBJECT, "{\"a\":1,\"crc\":\"no\"}"})
    void whatHasNoChecksumMayBeOld(String text) {
        assertThat(SealedObject.isAltered(text.getBytes(UTF_8))).isFalse();
    }
}
