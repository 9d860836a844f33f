package dev.prodigy.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSearchTest {
    private static final int LENGTH = 100;

    /// Neighbours of a line's end in value, and bytes with their highest bit set, are none.
    @ParameterizedTest
    @ValueSource(bytes = {'x', 0, 9, 11, (byte) 0x8a, (byte) 0x0b, -1})
    void theFirstEndIsFoundWhereverItStands(byte other) {
        var bytes = new byte[LENGTH];
        Arrays.fill(bytes, other);
        for (int from = 0; from < LENGTH; from++) {
            for (int end = from; end < LENGTH; end++) {
                bytes[end] = '\n';
                assertThat(ByteSearch.find(bytes, from, LENGTH, '\n')).isEqualTo(end);
                assertThat(ByteSearch.find(bytes, from, end, '\n')).isEqualTo(end);
                bytes[end] = other;
            }
        }
    }

    @Test
    void ofManyTheFirstIsFound() {
        var bytes = new byte[LENGTH];
        Arrays.fill(bytes, 7, LENGTH, (byte) '\n');

        assertThat(ByteSearch.find(bytes, 0, LENGTH, '\n')).isEqualTo(7);
    }

    /// Neighbours in value, and the byte with its highest bit set, are none.
    @ParameterizedTest
    @ValueSource(bytes = {'#', '%', (byte) 0xa4, '\n'})
    void anotherByteIsFoundToo(byte other) {
        var bytes = new byte[LENGTH];
        Arrays.fill(bytes, other);
        for (int at = 0; at < LENGTH; at++) {
            bytes[at] = '$';
            assertThat(ByteSearch.find(bytes, 0, LENGTH, '$')).isEqualTo(at);
            bytes[at] = other;
        }
        assertThat(ByteSearch.find(bytes, 0, LENGTH, '$')).isEqualTo(LENGTH);
    }
}
