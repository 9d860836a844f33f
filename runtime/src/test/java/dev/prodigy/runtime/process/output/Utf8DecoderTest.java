package dev.prodigy.runtime.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8DecoderTest {
    @ParameterizedTest
    @ValueSource(strings = {"plain", "äöü€", "😀 and 😀", ""})
    void aCharacterSplitOverReadsComesOutWhole(String text) {
        var decoder = new Utf8Decoder();
        var shown = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            shown.append(decoder.decode(new byte[] {each}));
        }
        assertThat(shown.append(decoder.rest())).hasToString(text);
    }

    @Test
    void whatIsNoUtf8IsReplaced() {
        var decoder = new Utf8Decoder();
        assertThat(decoder.decode(new byte[] {'a', (byte) 0xff, 'b', (byte) 0xe2, (byte) 0x82}))
                .isEqualTo("a\ufffdb");
        assertThat(decoder.decode(new byte[] {'c', (byte) 0xe2})).isEqualTo("\ufffdc");
        assertThat(decoder.rest()).isEqualTo("\ufffd");
    }
}
