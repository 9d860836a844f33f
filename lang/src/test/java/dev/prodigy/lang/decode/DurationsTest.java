package dev.prodigy.lang.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, 500",
        "1s, 1000",
        "2m, 120000",
        "1h30m, 5400000",
        "1d, 86400000",
        "0s, 0",
        "1.5s, 1500",
        "1m1s1ms, 61001",
        "90m, 5400000",
    })
    void numbersWithUnitsAreDurations(String text, long millis) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "500",
                "1 second",
                "1 s",
                "1s ",
                "-1s",
                "s",
                "1",
                "1y",
                "1H",
                "1s2",
                ".5s",
                "1,5s",
                "∞",
                "1e3s"
            })
    void anythingElseIsNone(String text) {
        assertThat(Durations.parse(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"500ms", "1s", "1h30m", "1d", "2d3h4m5s6ms", "0s"})
    void theShortestSpellingIsReadAgain(String text) {
        var duration = Durations.parse(text);
        assertThat(duration).isNotNull();
        assertThat(Durations.format(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999999d", "999999999999999h999999999999999h"})
    void anAbsurdDurationDoesNotOverflow(String text) {
        assertThat(Durations.parse(text)).isGreaterThan(Duration.ofDays(36_500));
    }
}
