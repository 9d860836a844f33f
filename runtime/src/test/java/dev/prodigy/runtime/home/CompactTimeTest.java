package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactTimeTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00.123Z, 20260131T120000123",
        "2026-12-01T01:02:03Z, 20261201T010203000",
        "2024-02-29T23:59:59.999999999Z, 20240229T235959999",
        "9999-12-31T23:59:59.999Z, 99991231T235959999",
    })
    void timesHaveMillisecondsInUtc(Instant time, String text) {
        assertThat(CompactTime.format(time)).isEqualTo(text);
        assertThat(CompactTime.format(CompactTime.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20260230T000000000", "20261301T000000000", "20260101T240000000", "20260101T006000000"})
    void whatIsNoTimeIsRefused(String text) {
        assertThatThrownBy(() -> CompactTime.parse(text)).isInstanceOf(DateTimeException.class);
    }
}
