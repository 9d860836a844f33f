package dev.prodigy.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitInTextTest {
    /// A Friday, 04:04:05 in Berlin.
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static final PrintedAt PRINTED = new PrintedAt(NOW, ZoneId.of("Europe/Berlin"));

    private static @Nullable Instant moment(String text) {
        var wait = WaitInText.in(text, PRINTED);
        return wait == null ? null : wait.momentFrom(NOW);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", textBlock = """
            Claude AI usage limit reached|1767500000              ; 2026-01-04T04:13:20Z
            Claude AI usage limit reached|1767500000123           ; 2026-01-04T04:13:20.123Z
            resets 3:50pm (Asia/Tokyo)                            ; 2026-01-02T06:50:00Z
            resets 11:50am (Asia/Tokyo)                           ; 2026-01-03T02:50:00Z
            resets at 15:00                                       ; 2026-01-02T14:00:00Z
            resets at 03:00                                       ; 2026-01-03T02:00:00Z
            resets 12am                                           ; 2026-01-02T23:00:00Z
            resets 12pm                                           ; 2026-01-02T11:00:00Z
            resets 9 a.m. (UTC)                                   ; 2026-01-02T09:00:00Z
            resets 9am UTC                                        ; 2026-01-02T09:00:00Z
            resets Oct 9, 9am                                     ; 2026-10-09T07:00:00Z
            resets October 9th at 9:30am (UTC)                    ; 2026-10-09T09:30:00Z
            resets Jan 1, 9am                                     ; 2027-01-01T08:00:00Z
            resets Jan 2, 3:30am                                  ; 2026-01-02T02:30:00Z
            resets Jan 5, 2027, 9am (PST)                         ; 2027-01-05T17:00:00Z
            resets at 2026-01-02T03:04:06Z                        ; 2026-01-02T03:04:06Z
            resets at 2026-01-02T03:04:06.5+02:00                 ; 2026-01-02T01:04:06.500Z
            Resets on 2026-01-02 05:00                            ; 2026-01-02T04:00:00Z
            try again in 20 minutes                               ; 2026-01-02T03:24:05Z
            Please try again in 1.5s.                             ; 2026-01-02T03:04:06.500Z
            retry after 90 seconds                                ; 2026-01-02T03:05:35Z
            try again in 1 hour 30 minutes                        ; 2026-01-02T04:34:05Z
            try again in 250ms                                    ; 2026-01-02T03:04:05.250Z
            limit resets in 2h                                    ; 2026-01-02T05:04:05Z
            try again in 2 days                                   ; 2026-01-04T03:04:05Z
            retry-after: 90                                       ; 2026-01-02T03:05:35Z
            'retry-after-ms: 90'                                  ; 2026-01-02T03:04:05.090Z
            '{"retry-after": "5"}'                                ; 2026-01-02T03:04:10Z
            < Retry-After: Fri, 02 Jan 2026 03:05:05 GMT          ; 2026-01-02T03:05:05Z
            retry-after: 999999999999999999                       ; 2053-05-20T03:04:05Z
            """)
    void waitsAreRead(String text, Instant expected) {
        assertThat(moment(text)).isEqualTo(expected);
        assertThat(moment("before " + text + "\nafter")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "resets",
                "resets 5",
                "resets at 25:00",
                "resets 13pm",
                "resets 9am (Nowhere/Land)",
                "resets Feb 30, 9am",
                "resets at 2026-13-02T03:04:05Z",
                "try again in a while",
                "try again later",
                "retry-after: soon",
                "retry-after: Mon, 99 Foo 2026 03:05:05 GMT",
                "|12345",
                "presets 20 files"
            })
    void whatCannotBeReadIsIgnored(String text) {
        assertThat(moment(text)).isNull();
    }

    @Test
    void theWaitThatIsNamedLastCounts() {
        assertThat(moment("retry-after: 5\ntry again in 7 seconds")).isEqualTo(NOW.plusSeconds(7));
        assertThat(moment("try again in 7 seconds\nretry-after: 5")).isEqualTo(NOW.plusSeconds(5));
        assertThat(moment("try again in 7 seconds, resets at 99:99")).isEqualTo(NOW.plusSeconds(7));
    }

    @Test
    void aClockTimeThatASpringNightSkipsIsTheNextOneThere() {
        var night = new PrintedAt(Instant.parse("2026-03-29T00:30:00Z"), ZoneId.of("Europe/Berlin"));
        var wait = WaitInText.in("resets 2:30am", night);
        assertThat(wait).isEqualTo(new RequestedWait.At(Instant.parse("2026-03-29T01:30:00Z")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            Claude AI usage limit reached|1760000000                        ; true
            claude usage limit reached                                      ; true
            You've hit your session limit · resets 3pm                      ; true
            You’ve reached your weekly limit                                ; true
            You have hit your 5-hour limit                                  ; true
            You have reached your organisation's monthly usage limit        ; true
            Usage limit reached                                             ; true
            Session limit reached ∙ resets 3pm                              ; true
            5-hour limit reached                                            ; true
            Weekly limit reached                                            ; true
            API Error: Rate limit reached                                   ; true
            The log says: Claude AI usage limit reached                     ; false
            You have hit your head                                          ; false
            """)
    void noticesBeginInOneOfTheKnownWays(String text, boolean notice) {
        assertThat(WaitInText.beginsAsNotice(text)).isEqualTo(notice);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"resets ", "try again in 1 ", "retry-after: ", "|1760000000", "resets jan 1 ", "resets at 9"})
    @Timeout(60) // quadratic time would be hours
    void hostileTextTakesLinearTime(String unit) {
        var text = unit.repeat(TextEvidence.LOOKED_AT / unit.length());
        WaitInText.in(text, PRINTED);
        WaitInText.in(text, PRINTED);
    }
}
