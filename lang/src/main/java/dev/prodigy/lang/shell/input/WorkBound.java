package dev.prodigy.lang.shell.input;

import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.ShellCode;

/// Bounds the work that a text may cause beyond reading it once, so that no nesting costs more than linear time.
public final class WorkBound {
    private static final long FACTOR = 16;
    private static final long FREE = 100_000;

    private final Input input;
    private long left;

    /// @param input tells where a refusal stands
    /// @param length of the text, in characters
    public WorkBound(Input input, int length) {
        this.input = input;
        this.left = FACTOR * length + FREE;
    }

    /// More text has come in.
    void grow(int length) {
        left += FACTOR * length;
    }

    /// @throws Refusal when the text asks for too much
    public void spend(long characters) {
        left -= characters;
        if (left < 0) {
            throw tooDeep();
        }
    }

    /// @return the refusal of a text that cannot be followed, at the cursor
    public Refusal tooDeep() {
        return new Refusal(
                ShellCode.TEXT_TOO_DEEP,
                "the shell text nests its expansions or parentheses too deep to be followed",
                input.offset());
    }
}
