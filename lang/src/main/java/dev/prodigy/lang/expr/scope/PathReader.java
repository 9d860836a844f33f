package dev.prodigy.lang.expr.scope;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a path that begins somewhere in a text: `name`, then `.name`, `[n]`, `.0`, `["any key"]`, `[*]` (spec 01
/// §8.1). Names are letters, digits, `_` and inner `-`; the first begins with a letter or `_`.
public final class PathReader {
    private static final int MOST_DIGITS = 9;

    private final String text;
    private final int end;
    private int at;

    /// @param from where the path should begin
    /// @param end where the text ends, exclusive
    public PathReader(String text, int from, int end) {
        this.text = text;
        this.at = from;
        this.end = end;
    }

    /// @return where reading stopped
    public int position() {
        return at;
    }

    /// @return the path as far as it goes, or null (and nothing is read) when none begins here
    public @Nullable Path path() {
        if (at >= end || Character.isDigit(text.charAt(at))) {
            return null;
        }
        String first = name();
        if (first == null) {
            return null;
        }
        var segments = new ArrayList<Segment>();
        segments.add(new Segment.Name(first));
        segments.addAll(segments());
        return new Path(segments);
    }

    /// @return the segments that follow here, as far as they go; perhaps none
    public List<Segment> segments() {
        var segments = new ArrayList<Segment>();
        while (true) {
            int start = at;
            var segment = segment();
            if (segment == null) {
                at = start;
                return segments;
            }
            segments.add(segment);
        }
    }

    /// @return the longest name, inner `-` included, or null (and nothing is read) when none begins here
    public @Nullable String name() {
        int start = at;
        while (at < end && isNamePart(text.charAt(at))) {
            at++;
            int dashes = at;
            while (dashes < end && text.charAt(dashes) == '-') {
                dashes++;
            }
            if (dashes < end && isNamePart(text.charAt(dashes))) {
                at = dashes;
            }
        }
        return at == start ? null : text.substring(start, at);
    }

    private @Nullable Segment segment() {
        if (at >= end) {
            return null;
        }
        char opening = text.charAt(at++);
        if (opening == '.') {
            String name = name();
            return name == null ? null : new Segment.Name(name);
        }
        if (opening != '[') {
            return null;
        }
        skipBlanks();
        var segment = bracketed();
        skipBlanks();
        return segment != null && at < end && text.charAt(at++) == ']' ? segment : null;
    }

    private @Nullable Segment bracketed() {
        if (at >= end) {
            return null;
        }
        char first = text.charAt(at);
        if (first == '*') {
            at++;
            return new Segment.Each();
        }
        if (first == '"' || first == '\'') {
            return key(first);
        }
        int digits = first == '-' ? at + 1 : at;
        at = digits;
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == digits) {
            return null;
        }
        int index = index(text.substring(digits, at));
        return new Segment.Index(first == '-' ? -index : index);
    }

    /// A backslash makes the next quote, backslash or brace plain; before anything else it is itself.
    private @Nullable Segment key(char quote) {
        var key = new StringBuilder();
        for (at++; at < end && text.charAt(at) != quote; at++) {
            if (text.charAt(at) == '\\' && at + 1 < end && "\\\"'{}".indexOf(text.charAt(at + 1)) >= 0) {
                at++;
            }
            key.append(text.charAt(at));
        }
        return at++ < end ? new Segment.Key(key.toString()) : null;
    }

    private void skipBlanks() {
        while (at < end && text.charAt(at) == ' ') {
            at++;
        }
    }

    /// @return the index that a text of digits is, one out of every list's reach when it is huge; -1 for other texts
    static int index(String digits) {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return digits.length() > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private static boolean isNamePart(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }
}
