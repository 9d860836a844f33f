package dev.prodigy.lang.items;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// The characters of a text one by one, with their line and column.
final class Characters {
    /// What {@link #peek} and {@link #next} return after the last character.
    static final int END = -1;

    private static final int CHUNK = 8192;

    private final Reader text;
    private final char[] chunk = new char[CHUNK];
    private int at;
    private int end;
    private int line = 1;
    private int column = 1;

    Characters(Reader text) {
        this.text = text;
    }

    /// @return the next character without reading it
    int peek() {
        if (at == end) {
            try {
                end = Math.max(0, text.read(chunk, 0, CHUNK));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            at = 0;
        }
        return at == end ? END : chunk[at];
    }

    /// @return the next character, which is read
    int next() {
        int c = peek();
        if (c == END) {
            return c;
        }
        at++;
        if (c == '\n') {
            line++;
            column = 1;
        } else if (!Character.isLowSurrogate((char) c)) {
            column++;
        }
        return c;
    }

    /// @return the line of the next character, from 1
    int line() {
        return line;
    }

    /// @return the column of the next character, from 1
    int column() {
        return column;
    }

    /// Reads a line.
    ///
    /// @param limits say of what an item may be made
    /// @param most characters of the line
    /// @return the line without its ending, or null after the last
    @Nullable
    String nextLine(ItemLimits limits, int most) {
        if (peek() == END) {
            return null;
        }
        int number = line;
        var read = new StringBuilder();
        for (int c = next(); c != END && c != '\n'; c = next()) {
            if (read.length() == most) {
                throw limits.tooLarge(number, 1);
            }
            read.append((char) c);
        }
        if (!read.isEmpty() && read.charAt(read.length() - 1) == '\r') {
            read.setLength(read.length() - 1);
        }
        return read.toString();
    }

    /// @return a failure at the next character
    InputInvalid failure(String message) {
        return new InputInvalid(message, line, column);
    }
}
