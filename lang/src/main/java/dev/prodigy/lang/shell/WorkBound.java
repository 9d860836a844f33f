package dev.prodigy.lang.shell;

/// Bounds the work that a text may cause beyond reading it once, so that no nesting costs more than linear time.
final class WorkBound {
    private static final long FACTOR = 16;
    private static final long FREE = 100_000;

    private final Input input;
    private long left;

    WorkBound(Input input, int length) {
        this.input = input;
        this.left = FACTOR * length + FREE;
    }

    /// More text has come in.
    void grow(int length) {
        left += FACTOR * length;
    }

    /// @throws Refusal when the text asks for too much
    void spend(long characters) {
        left -= characters;
        if (left < 0) {
            throw tooDeep();
        }
    }

    Refusal tooDeep() {
        return new Refusal(
                ShellCode.TEXT_TOO_DEEP,
                "the shell text nests its expansions or parentheses too deep to be followed",
                input.offset());
    }
}
