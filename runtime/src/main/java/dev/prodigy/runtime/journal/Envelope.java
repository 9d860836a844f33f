package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;

/// What stands at the start of every journal line (spec 05 §5.2), read in place, and whether the line is valid.
///
/// The envelope has exactly the form in which {@link LineEncoder} writes it, so a few comparisons read it.
final class Envelope {
    private static final byte[] VERSION = ascii("{\"v\":");
    private static final byte[] SEQ = ascii(",\"seq\":");
    private static final byte[] TIMESTAMP = ascii(",\"timestamp\":\"");
    private static final byte[] ELAPSED_MS = ascii("Z\",\"elapsed_ms\":");
    private static final byte[] EVENT_TYPE = ascii(",\"event_type\":\"");
    private static final byte[] RUN_ID = ascii(",\"run_id\":\"");
    private static final int MOST_DIGITS = 18;
    private static final long MILLIS_PER_DAY = 86_400_000;

    /// What a line turned out to be.
    enum Verdict {
        VALID,
        /// Valid as far as this program knows, but of a newer version.
        NEWER,
        /// The checksum is there and says other bytes.
        WRONG_SUM,
        /// Not a line of a journal.
        NO_LINE
    }

    private final Seal seal = new Seal();
    private final EventNames types = new EventNames();
    private byte[] runBefore = new byte[0];
    private int at;
    private int lastDate = -1;
    private long lastDateMillis;

    byte[] bytes = new byte[0];
    int from;
    int to;
    int fieldsFrom;
    long version;
    long seq;
    long epochMillis;
    long elapsedMs;
    String eventType = "";
    String runId = "";

    /// Reads a line without its end.
    Verdict read(byte[] buffer, int lineFrom, int lineTo) {
        bytes = buffer;
        from = lineFrom;
        to = lineTo;
        if (!Seal.isSealed(buffer, lineFrom, lineTo)) {
            return Verdict.NO_LINE;
        }
        if (!seal.holds(buffer, lineFrom, lineTo)) {
            return Verdict.WRONG_SUM;
        }
        at = lineFrom;
        version = skip(VERSION) ? number() : -1;
        if (version > JournalFormat.VERSION) {
            return Verdict.NEWER;
        }
        return version == JournalFormat.VERSION && readFields() ? Verdict.VALID : Verdict.NO_LINE;
    }

    private boolean readFields() {
        seq = skip(SEQ) ? number() : -1;
        boolean timed = seq > 0 && skip(TIMESTAMP) && readTimestamp();
        elapsedMs = timed && skip(ELAPSED_MS) ? number() : -1;
        if (elapsedMs < 0 || !skip(EVENT_TYPE)) {
            return false;
        }
        int start = at;
        if (!skipName()) {
            return false;
        }
        eventType = types.text(bytes, start, at - 1);
        if (!readRun()) {
            return false;
        }
        fieldsFrom = at;
        return true;
    }

    /// Every line of a journal is of the same run: what was read once need not be read again, only compared.
    private boolean readRun() {
        int start = at;
        int likely = start + runBefore.length;
        if (likely > start && likely <= to && Arrays.equals(bytes, start, likely, runBefore, 0, runBefore.length)) {
            at = likely;
            return true;
        }
        if (!skip(RUN_ID) || !skipName()) {
            return false;
        }
        runId = new String(bytes, start + RUN_ID.length, at - 1 - start - RUN_ID.length, ISO_8859_1);
        runBefore = Arrays.copyOfRange(bytes, start, at);
        return true;
    }

    private boolean skip(byte[] expected) {
        if (to - at < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (bytes[at + i] != expected[i]) {
                return false;
            }
        }
        at += expected.length;
        return true;
    }

    /// @return an integer of at most 18 digits, or -1
    private long number() {
        long number = 0;
        int start = at;
        while (at < to && isDigit(at) && at - start < MOST_DIGITS) {
            number = number * 10 + (bytes[at++] - '0');
        }
        return at == start ? -1 : number;
    }

    /// Goes behind a name without escapes and its quote.
    private boolean skipName() {
        int start = at;
        while (at < to && bytes[at] > ' ' && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at > start && at < to && bytes[at++] == '"';
    }

    /// Reads `2026-01-31T12:00:00.123`.
    private boolean readTimestamp() {
        int year = part(4, '-');
        int month = part(2, '-');
        int day = part(2, 'T');
        int hour = part(2, ':');
        int minute = part(2, ':');
        int second = part(2, '.');
        int millis = part(3, 'Z');
        at--;
        if (year < 0 || month < 0 || day < 0 || hour < 0 || minute < 0 || second < 0 || millis < 0) {
            return false;
        }
        if (!readDate(year, month, day)) {
            return false;
        }
        epochMillis = lastDateMillis + ((hour * 60L + minute) * 60 + second) * 1000 + millis;
        return true;
    }

    /// Nearly every line is of the day of the one before.
    private boolean readDate(int year, int month, int day) {
        int date = (year * 100 + month) * 100 + day;
        if (date != lastDate) {
            try {
                lastDateMillis = LocalDate.of(year, month, day).toEpochDay() * MILLIS_PER_DAY;
                lastDate = date;
            } catch (DateTimeException e) {
                return false;
            }
        }
        return true;
    }

    /// @return an integer of so many digits, or -1; goes behind the mark after it in any case
    private int part(int digits, char mark) {
        int number = 0;
        int end = at + digits;
        boolean fits = end < to && bytes[end] == mark;
        for (int i = at; fits && i < end; i++) {
            fits = isDigit(i);
            number = number * 10 + (bytes[i] - '0');
        }
        at = end + 1;
        return fits ? number : -1;
    }

    private boolean isDigit(int position) {
        return bytes[position] >= '0' && bytes[position] <= '9';
    }

    private static byte[] ascii(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
