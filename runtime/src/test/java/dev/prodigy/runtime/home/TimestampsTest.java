package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00.123Z, 2026-01-31T12:00:00.123Z, 20260131T120000123",
        "2026-12-01T01:02:03Z,     2026-12-01T01:02:03.000Z, 20261201T010203000",
        "2024-02-29T23:59:59.999999999Z, 2024-02-29T23:59:59.999Z, 20240229T235959999",
        "1969-12-31T23:59:59.0015Z, 1969-12-31T23:59:59.001Z, 19691231T235959001",
        "0001-01-01T00:00:00.010Z, 0001-01-01T00:00:00.010Z, 00010101T000000010",
        "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z, 99991231T235959999",
    })
    void timesHaveMillisecondsInUtc(Instant time, String text, String compact) {
        assertThat(Timestamps.format(time)).isEqualTo(text);
        assertThat(Timestamps.compact(time)).isEqualTo(compact);
        assertThat(Timestamps.fromCompact(compact)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"20260230T000000000", "20261301T000000000", "20260101T240000000", "20260101T006000000"})
    void whatIsNoTimeIsRefused(String compact) {
        assertThatThrownBy(() -> Timestamps.fromCompact(compact)).isInstanceOf(DateTimeException.class);
    }
}
