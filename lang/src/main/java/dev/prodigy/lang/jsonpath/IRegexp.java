package dev.prodigy.lang.jsonpath;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Optional;

/// The regular expressions of `match` and `search` (RFC 9485), run by RE2 in linear time.
///
/// Whatever RE2 understands beyond I-Regexp, such as `\d` or an explicit `^`, means here what it means there; the one
/// difference is the dot, which matches neither line feed nor carriage return. What would compile to a huge program
/// counts as invalid, because patterns may come from the document.
final class IRegexp {
    /// How much of a text a pattern must cover.
    enum Extent {
        WHOLE,
        ANY_PART
    }

    private static final int MAX_LENGTH = 4096;
    private static final int MAX_NESTING = 100;
    private static final long MAX_INSTRUCTIONS = 10_000;

    private final String source;
    private final StringBuilder translated = new StringBuilder();
    private final ArrayDeque<Sequence> groups = new ArrayDeque<>();
    private int at;

    private IRegexp(String source) {
        this.source = source;
        groups.push(new Sequence());
    }

    /// @return the compiled pattern, or empty when it is invalid or too large
    static Optional<Pattern> compile(String source) {
        if (source.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        var regexp = new IRegexp(source);
        try {
            return regexp.translate() ? Optional.of(Pattern.compile(regexp.translated.toString())) : Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.empty();
        }
    }

    /// The size that a sequence of atoms compiles to: a counted repetition copies its atom.
    private static final class Sequence {
        private long before;
        private long last;

        void add(long atom) {
            before += last;
            last = atom;
        }

        void repeatLast(long times) {
            last *= Math.clamp(times, 1, MAX_INSTRUCTIONS);
        }

        long size() {
            return before + last;
        }
    }

    /// @return whether the pattern is small enough; its syntax is RE2's to judge
    private boolean translate() {
        while (at < source.length()) {
            char c = source.charAt(at);
            switch (c) {
                case '\\' -> {
                    if (source.startsWith("\\Q", at)) {
                        return false; // quotes a stretch in RE2 only
                    }
                    atom(endOfEscape());
                }
                case '[' -> atom(endOfClass());
                case '.' -> {
                    at++;
                    translated.append("[^\\n\\r]");
                    groups.element().add(1);
                }
                case '(' -> {
                    groups.push(new Sequence());
                    copyTo(at + 1);
                }
                case ')' -> {
                    var closed = groups.pop();
                    if (groups.isEmpty()) {
                        return false;
                    }
                    groups.element().add(closed.size() + 1);
                    copyTo(at + 1);
                }
                case '{' -> {
                    int end = end('}', at);
                    groups.element().repeatLast(largestNumber(at, end));
                    copyTo(end);
                }
                default -> atom(at + 1);
            }
            if (groups.size() > MAX_NESTING || groups.element().size() > MAX_INSTRUCTIONS) {
                return false;
            }
        }
        return true;
    }

    private void atom(int end) {
        groups.element().add(1);
        copyTo(end);
    }

    private void copyTo(int end) {
        translated.append(source, at, end);
        at = end;
    }

    private int endOfEscape() {
        int end = Math.min(at + 2, source.length());
        boolean named = end < source.length() && source.charAt(end) == '{' && "pPx".indexOf(source.charAt(at + 1)) >= 0;
        return named ? end('}', end) : end;
    }

    private int endOfClass() {
        int end = at + 1;
        if (end < source.length() && source.charAt(end) == '^') {
            end++;
        }
        if (end < source.length() && source.charAt(end) == ']') {
            end++;
        }
        while (end < source.length() && source.charAt(end) != ']') {
            if (source.startsWith("[:", end)) {
                end = end(']', end);
            } else {
                end += source.charAt(end) == '\\' ? 2 : 1;
            }
        }
        return Math.min(end + 1, source.length());
    }

    /// @return the place after the next such character, or the end
    private int end(char closing, int from) {
        int found = source.indexOf(closing, from);
        return found < 0 ? source.length() : found + 1;
    }

    private long largestNumber(int from, int to) {
        long largest = 0;
        long number = 0;
        for (int i = from; i < to; i++) {
            char c = source.charAt(i);
            number = c >= '0' && c <= '9' ? Math.min(number * 10 + (c - '0'), MAX_INSTRUCTIONS) : 0;
            largest = Math.max(largest, number);
        }
        return largest;
    }
}
