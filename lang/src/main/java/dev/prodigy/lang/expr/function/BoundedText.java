package dev.prodigy.lang.expr.function;

import dev.prodigy.model.value.Value;

/// A text under construction that gives up beyond 64 Mi characters: nested `replace` would double a text at each
/// level.
final class BoundedText {
    private static final int MOST = 64 << 20;

    private final StringBuilder text = new StringBuilder();
    private boolean tooLong;

    BoundedText append(String more) {
        return append(more, 0, more.length());
    }

    BoundedText append(String more, int from, int to) {
        tooLong = tooLong || (long) text.length() + to - from > MOST;
        if (!tooLong) {
            text.append(more, from, to);
        }
        return this;
    }

    /// @return the text, or null when it became too long
    Value value() {
        return tooLong ? Value.Null.NULL : new Value.Text(text.toString());
    }
}
