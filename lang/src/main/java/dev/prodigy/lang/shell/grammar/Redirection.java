package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.input.Unit;

/// What the next word is to an operator in front of it.
enum Redirection {
    NONE,
    /// The file that is read.
    SOURCE,
    /// The file that is written, or opened for both.
    TARGET,
    /// The text of `<<<`.
    TEXT,
    /// The descriptor behind `>&`. Bash expands a word there twice when it is not a number.
    DESCRIPTOR,
    /// The same behind `<&`.
    SOURCE_DESCRIPTOR,
    HEREDOC,
    /// `<<-`
    INDENTED_HEREDOC;

    boolean isHeredoc() {
        return this == HEREDOC || this == INDENTED_HEREDOC;
    }

    /// Passes on the rest of an operator.
    ///
    /// @param first its `<` or `>`, passed already
    /// @return what the next word is to it
    static Redirection read(ShellScanner scanner, Unit first) {
        Unit second = scanner.input.read();
        boolean in = first.is('<');
        if (in && second.is('<')) {
            scanner.pass(second);
            return hereDocument(scanner);
        }
        switch (second.ch()) {
            case '&' -> {
                scanner.pass(second);
                return in ? SOURCE_DESCRIPTOR : DESCRIPTOR;
            }
            case '>', '|' -> {
                if (second.is('>') || !in) {
                    scanner.pass(second);
                }
            }
            default -> {}
        }
        return in && !second.is('>') ? SOURCE : TARGET;
    }

    private static Redirection hereDocument(ShellScanner scanner) {
        Unit third = scanner.input.read();
        if (third.is('<')) {
            scanner.pass(third);
            return TEXT;
        }
        if (third.is('-')) {
            scanner.pass(third);
            return INDENTED_HEREDOC;
        }
        return HEREDOC;
    }
}
