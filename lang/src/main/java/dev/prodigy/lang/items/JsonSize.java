package dev.prodigy.lang.items;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.io.Writer;

/// Tells whether a value's compact JSON is longer than it may be, without writing more of it than that.
final class JsonSize {
    /// A control character becomes six.
    private static final int MOST_BYTES_PER_CHARACTER = 6;
    /// Sign, point and exponent, or the zeros after a leading "0.".
    private static final int MOST_BYTES_BESIDE_DIGITS = 20;

    private JsonSize() {}

    /// @return whether the compact JSON of the value takes more bytes of UTF-8
    static boolean exceeds(Value value, long bytes) {
        if (spare(value, bytes) >= 0) {
            return false;
        }
        var counter = new Counter(bytes);
        try (var generator = Json.generator(counter)) {
            Json.write(value, generator);
        } catch (LimitReached e) {
            return true;
        }
        return counter.left < 0;
    }

    /// @return a lower bound of what is left of so many bytes; negative as soon as it is known to be
    private static long spare(Value value, long bytes) {
        if (bytes < 0) {
            return bytes;
        }
        return switch (value) {
            case Value.Null _, Value.Bool _ -> bytes - 5;
            case Value.Num(var number) -> bytes - number.precision() - MOST_BYTES_BESIDE_DIGITS;
            case Value.Text(var text) -> bytes - ofText(text);
            case Value.Items(var values) -> {
                long left = bytes - 2 - values.size();
                for (var each : values) {
                    left = spare(each, left);
                }
                yield left;
            }
            case Value.Fields(var members) -> {
                long left = bytes - 2;
                for (var member : members.entrySet()) {
                    left = spare(member.getValue(), left - ofText(member.getKey()) - 2);
                    if (left < 0) {
                        yield left;
                    }
                }
                yield left;
            }
        };
    }

    private static long ofText(String text) {
        return 2 + (long) MOST_BYTES_PER_CHARACTER * text.length();
    }

    private static final class LimitReached extends RuntimeException {
        private static final long serialVersionUID = 1;

        LimitReached() {
            super(null, null, false, false);
        }
    }

    private static final class Counter extends Writer {
        private long left;

        Counter(long bytes) {
            this.left = bytes;
        }

        @Override
        public void write(char[] characters, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                char c = characters[i];
                // each half of a surrogate pair is two of its four bytes
                left -= c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
            }
            if (left < 0) {
                throw new LimitReached();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
