package dev.prodigy.lang.expr.pattern;

import java.util.ArrayDeque;

/// Estimates what a regular expression unfolds to, before it is compiled: `((a{1000}){1000}){1000}` is 24 characters
/// that ask for gigabytes, and thousands of branches or nested groups overflow the stack of the matcher.
final class RegexSize {
    private static final int MOST_INSTRUCTIONS = 20_000;
    private static final int MOST_BRANCHES = 1_000;
    private static final int MOST_NESTING = 200;

    /// How much one group or the whole has come to; the last atom is kept apart because a repetition multiplies it.
    private record Size(long instructions, long branches) {
        static final Size NONE = new Size(0, 0);
        static final Size ATOM = new Size(1, 0);
        static final Size BRANCH = new Size(1, 1);
        static final Size GROUP = new Size(2, 2);

        Size plus(Size other) {
            return new Size(instructions + other.instructions, branches + other.branches);
        }

        /// Every copy but the first few may be optional, which costs a branch.
        Size times(int n) {
            return new Size(instructions * n + n, branches * n + n);
        }
    }

    private final String source;
    private final ArrayDeque<Size> groups = new ArrayDeque<>();
    private Size done = Size.NONE;
    private Size last = Size.NONE;
    private int at;

    private RegexSize(String source) {
        this.source = source;
    }

    /// @throws InvalidPattern when the expression is too large
    static void check(String source) {
        var size = new RegexSize(source);
        while (size.at < source.length()) {
            size.next();
            size.checkBounds();
        }
    }

    private void next() {
        char here = source.charAt(at++);
        switch (here) {
            case '(' -> {
                groups.push(done.plus(last));
                done = Size.GROUP;
                last = Size.NONE;
            }
            case ')' -> {
                last = done.plus(last);
                done = groups.isEmpty() ? Size.NONE : groups.pop();
            }
            case '*', '+', '?' -> last = last.plus(Size.BRANCH);
            case '{' -> last = last.times(repetitions());
            case '[' -> {
                skipClass();
                atom();
            }
            case '\\' -> {
                at++;
                atom();
            }
            default -> atom();
        }
    }

    private void atom() {
        done = done.plus(last);
        last = Size.ATOM;
    }

    /// Reads `n}`, `n,}` or `n,m}` and leaves anything else where it is: then the brace is a plain character.
    private int repetitions() {
        int end = source.indexOf('}', at);
        if (end < 0 || end - at > 9) {
            return 1;
        }
        int most = 1;
        for (String bound : source.substring(at, end).split(",", 2)) {
            if (bound.length() > 4 || !bound.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return 1;
            }
            most = bound.isEmpty() ? most : Math.max(most, Integer.parseInt(bound));
        }
        at = end + 1;
        return most;
    }

    private void skipClass() {
        int first = at < source.length() && source.charAt(at) == '^' ? at + 1 : at;
        at = first;
        while (at < source.length() && (source.charAt(at) != ']' || at == first)) {
            at += source.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, source.length());
    }

    private void checkBounds() {
        var all = done.plus(last);
        if (groups.size() > MOST_NESTING || all.instructions > MOST_INSTRUCTIONS || all.branches > MOST_BRANCHES) {
            throw new InvalidPattern("a regular expression that unfolds to more than can be matched: `"
                    + source.substring(0, Math.min(60, source.length())) + "`");
        }
    }
}
