package dev.prodigy.lang.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "512, 512",
        "10MB, 10000000",
        "64KiB, 65536",
        "1.5kB, 1500",
        "2GiB, 2147483648",
        "7B, 7",
        "3k, 3000"
    })
    void numbersWithUnitsAreSizes(String text, long bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "MB", "10 M B", "10XB", "999999999999999TiB"})
    void anythingElseIsNone(String text) {
        assertThat(Sizes.parse(text)).isNull();
    }
}
