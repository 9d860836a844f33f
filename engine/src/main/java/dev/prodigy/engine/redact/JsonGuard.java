package dev.prodigy.engine.redact;

import java.io.ByteArrayOutputStream;

/// Writes bytes with masks in place of secrets, so that a line of JSON stays a line of JSON: inside of strings whole
/// characters are masked, outside of them whole scalars, and what gives the line its structure stays (spec 05 §9). In
/// other lines a secret is replaced as it stands.
final class JsonGuard {
    private static final byte[] MASK = {'*', '*', '*'};
    private static final byte[] QUOTED_MASK = {'"', '*', '*', '*', '"'};
    private static final int LONGEST_SCALAR = 1024;
    private static final int UNICODE_ESCAPE = 6;

    private enum Place {
        LINE_START,
        LINE_INDENT,
        PLAIN_LINE,
        JSON,
        JSON_STRING
    }

    private Place place = Place.LINE_START;
    private boolean masking;

    /// Writes a stretch of bytes.
    ///
    /// @param last whether nothing follows; else an unfinished character or scalar at the end is left for later
    /// @return where the writing ended
    int write(byte[] bytes, int length, Spans spans, boolean last, ByteArrayOutputStream to) {
        var reader = new Marked(bytes, length, spans, last);
        while (reader.at < length) {
            var size = switch (place) {
                case LINE_START -> lineStart(reader, to);
                case LINE_INDENT -> lineIndent(reader, to);
                case PLAIN_LINE -> plain(reader, to);
                case JSON -> json(reader, to);
                case JSON_STRING -> string(reader, to);
            };
            if (size < 0) {
                return reader.at;
            }
            reader.at += size;
        }
        return length;
    }

    /// The bytes with the marks, read from left to right.
    private static final class Marked {
        private final byte[] bytes;
        private final int length;
        private final Spans spans;
        private final boolean last;
        private int at;
        private int span;

        Marked(byte[] bytes, int length, Spans spans, boolean last) {
            this.bytes = bytes;
            this.length = length;
            this.spans = spans;
            this.last = last;
        }

        /// @return whether a secret lies in the next bytes
        boolean isSecret(int size) {
            while (span < spans.size() && spans.end(span) <= at) {
                span++;
            }
            return span < spans.size() && spans.start(span) < at + size;
        }

        /// @return where the next secret begins, after {@link #isSecret} was asked; else the end
        int nextSecret() {
            return span < spans.size() ? Math.min(spans.start(span), length) : length;
        }
    }

    /// A line without a secret is copied as it is.
    private int lineStart(Marked reader, ByteArrayOutputStream to) {
        var end = reader.at;
        while (end < reader.length && reader.bytes[end] != '\n') {
            end++;
        }
        if (end < reader.length && !reader.isSecret(end + 1 - reader.at)) {
            return copy(reader, end + 1 - reader.at, to);
        }
        place = Place.LINE_INDENT;
        return 0;
    }

    private int lineIndent(Marked reader, ByteArrayOutputStream to) {
        var b = reader.bytes[reader.at];
        if (reader.isSecret(1) || !(Ascii.isBlank(b) || b == '{' || b == '[')) {
            place = Place.PLAIN_LINE;
            return 0;
        }
        if (!Ascii.isBlank(b)) {
            place = Place.JSON;
        }
        return copy(reader, 1, to);
    }

    /// As far as the line and its masked or open stretch go at once.
    private int plain(Marked reader, ByteArrayOutputStream to) {
        if (reader.isSecret(1)) {
            mask(MASK, to);
            return Math.min(reader.spans.end(reader.span), reader.length) - reader.at;
        }
        var end = reader.nextSecret();
        for (var i = reader.at; i < end; i++) {
            if (reader.bytes[i] == '\n') {
                place = Place.LINE_START;
                return copy(reader, i + 1 - reader.at, to);
            }
        }
        return copy(reader, end - reader.at, to);
    }

    private int json(Marked reader, ByteArrayOutputStream to) {
        var b = reader.bytes[reader.at];
        switch (b) {
            case '\n' -> place = Place.LINE_START;
            case '"' -> place = Place.JSON_STRING;
            case '{', '}', '[', ']', ':', ',', ' ', '\t', '\r' -> {
                // structure stays
            }
            default -> {
                return scalar(reader, to);
            }
        }
        return copy(reader, 1, to);
    }

    /// A number, `true`, `false` or `null`; anything else shows that the line is no JSON.
    private int scalar(Marked reader, ByteArrayOutputStream to) {
        var end = reader.at;
        while (end < reader.length && isScalar(reader.bytes[end]) && end - reader.at < LONGEST_SCALAR) {
            end++;
        }
        if (end == reader.length && !reader.last) {
            return -1;
        }
        if (end == reader.at
                || end - reader.at == LONGEST_SCALAR
                || (end < reader.length && !endsScalar(reader.bytes[end]))) {
            place = Place.PLAIN_LINE;
            return 0;
        }
        var size = end - reader.at;
        if (!reader.isSecret(size)) {
            return copy(reader, size, to);
        }
        mask(QUOTED_MASK, to);
        return size;
    }

    private static boolean isScalar(byte b) {
        return Ascii.isDigit(b) || "+-.eEtrufalsn".indexOf(b) >= 0;
    }

    private static boolean endsScalar(byte b) {
        return ",:]} \t\r\n".indexOf(b) >= 0;
    }

    private int string(Marked reader, ByteArrayOutputStream to) {
        var b = reader.bytes[reader.at];
        if (b == '"' || b == '\n') {
            place = b == '"' ? Place.JSON : Place.LINE_START;
            return copy(reader, 1, to);
        }
        if (b == '\\') {
            return escape(reader, to);
        }
        if (reader.isSecret(1)) {
            mask(MASK, to);
            return 1;
        }
        var end = reader.at + 1;
        while (end < reader.nextSecret() && "\"\\\n".indexOf(reader.bytes[end]) < 0) {
            end++;
        }
        return copy(reader, end - reader.at, to);
    }

    private int escape(Marked reader, ByteArrayOutputStream to) {
        var next = reader.at + 1;
        var size = next < reader.length && reader.bytes[next] == 'u' ? UNICODE_ESCAPE : 2;
        if (reader.at + size > reader.length) {
            if (!reader.last) {
                return -1;
            }
            size = reader.length - reader.at;
        }
        if (reader.isSecret(size)) {
            mask(MASK, to);
            return size;
        }
        return copy(reader, size, to);
    }

    private int copy(Marked reader, int size, ByteArrayOutputStream to) {
        to.write(reader.bytes, reader.at, size);
        masking = false;
        return size;
    }

    /// One mask for each secret, however long.
    private void mask(byte[] mask, ByteArrayOutputStream to) {
        if (!masking) {
            to.write(mask, 0, mask.length);
        }
        masking = true;
    }
}
