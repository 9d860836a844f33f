package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Heredoc;
import dev.prodigy.lang.shell.input.Input;

/// Watches the lines of a here-document's body for the one that ends it.
final class DelimiterLine {
    private static final int OTHER = -1;

    private final String delimiter;
    private final boolean stripsTabs;
    /// Whether a backslash at a line's end joins the next line to it.
    private final boolean joins;
    private int matched;
    private boolean backslash;
    private boolean complete;

    /// A state to go back to.
    record Mark(int matched, boolean backslash) {}

    DelimiterLine(Heredoc heredoc) {
        delimiter = heredoc.delimiter();
        stripsTabs = heredoc.stripsTabs();
        joins = !heredoc.isQuoted();
    }

    /// Takes the next character of the body, or {@link Input#HOLE}.
    void take(int ch) {
        if (backslash) {
            backslash = false;
        } else if (joins && ch == '\\') {
            backslash = true;
            matched = OTHER;
        } else if (ch == '\n') {
            complete = isMatched();
            matched = 0;
        } else if (!(stripsTabs && matched == 0 && ch == '\t')) {
            boolean next = matched >= 0 && matched < delimiter.length() && delimiter.charAt(matched) == ch;
            matched = next ? matched + 1 : OTHER;
        }
    }

    /// @return whether the line just ended was the delimiter
    boolean isComplete() {
        return complete;
    }

    /// @return whether the line is the delimiter so far, and no more is needed
    boolean isMatched() {
        return matched == delimiter.length();
    }

    /// @return whether the line is the beginning of the delimiter so far
    boolean isBegun() {
        return matched >= 0;
    }

    Mark mark() {
        return new Mark(matched, backslash);
    }

    void back(Mark mark) {
        matched = mark.matched();
        backslash = mark.backslash();
        complete = false;
    }
}
