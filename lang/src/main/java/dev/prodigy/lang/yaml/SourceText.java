package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Span;
import java.util.Arrays;

/// The text of one file, and the way between offsets in it and lines and columns.
///
/// Lines end with `\n`, `\r\n` or `\r`. Lines and columns count from 1, columns in code points.
public final class SourceText {
    private final String file;
    private final String text;
    private final int[] lineStarts;

    /// @param file the name shown in messages
    /// @param text the whole text, without a byte order mark
    public SourceText(String file, String text) {
        this.file = file;
        this.text = text;
        this.lineStarts = lineStarts(text);
    }

    /// @return the name shown in messages
    public String file() {
        return file;
    }

    /// @return the whole text
    public String text() {
        return text;
    }

    /// @return the number of lines; at least 1
    public int lines() {
        return lineStarts.length;
    }

    /// @return one line, counted from 1, without its end
    public String line(int line) {
        int end = line < lineStarts.length ? lineStarts[line] : text.length();
        int start = lineStarts[line - 1];
        while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(start, end);
    }

    /// @return the offset in {@link #text} of a position; beyond the end of the text, its length
    public int offset(int line, int column) {
        if (line > lineStarts.length) {
            return text.length();
        }
        int start = lineStarts[line - 1];
        int end = line < lineStarts.length ? lineStarts[line] : text.length();
        int left = text.codePointCount(start, end);
        return text.offsetByCodePoints(start, Math.min(column - 1, left));
    }

    /// @return the span from one offset to another, the end exclusive
    public Span span(int start, int end) {
        int startLine = lineOf(start);
        int endLine = lineOf(end);
        return new Span(file, startLine, column(startLine, start), endLine, column(endLine, end));
    }

    private int lineOf(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    private int column(int line, int offset) {
        return text.codePointCount(lineStarts[line - 1], offset) + 1;
    }

    private static int[] lineStarts(String text) {
        int[] starts = new int[16];
        int count = 1;
        char[] characters = text.toCharArray();
        for (int i = 0; i < characters.length; i++) {
            char c = characters[i];
            boolean ends = c == '\n' || (c == '\r' && !text.startsWith("\n", i + 1));
            if (ends) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }
}
