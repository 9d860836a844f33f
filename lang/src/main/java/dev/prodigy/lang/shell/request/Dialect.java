package dev.prodigy.lang.shell.request;

import java.util.Optional;

/// The shell that will run a text, as far as its grammar decides how a value is passed (spec 01 §2: these six).
/// Where the shells differ in nothing that matters here, one grammar serves all.
public enum Dialect {
    BASH,
    /// `sh`, of which nothing more is known. Whoever knows that it is dash passes {@link #DASH}.
    SH,
    DASH,
    KSH,
    MKSH,
    ZSH;

    /// @param program name or path of the interpreter, without its options
    /// @return the dialect, or empty for a program that is none of the six
    public static Optional<Dialect> of(String program) {
        return switch (program.substring(program.lastIndexOf('/') + 1)) {
            case "bash" -> Optional.of(BASH);
            case "sh" -> Optional.of(SH);
            case "dash" -> Optional.of(DASH);
            case "ksh", "ksh93" -> Optional.of(KSH);
            case "mksh" -> Optional.of(MKSH);
            case "zsh" -> Optional.of(ZSH);
            default -> Optional.empty();
        };
    }

    /// @return whether `$'…'` is a quoted string; to dash it is a dollar and `'…'`
    public boolean ansiQuotes() {
        return this != DASH;
    }

    /// @return whether `[ a -gt b ]` evaluates its operands; bash, dash and zsh read plain numbers there
    public boolean evaluatesTest() {
        return this == KSH || this == MKSH;
    }

    /// @return whether `shift`, `exit` and the like evaluate their operand as an expression
    public boolean evaluatesCounts() {
        return evaluatesTest() || this == ZSH;
    }

    /// @return whether `$name[…]` is a subscript without braces
    public boolean bareSubscripts() {
        return this == ZSH;
    }

    /// @return whether a pattern that comes from a variable matches literally even unquoted
    public boolean literalPatterns() {
        return this == ZSH;
    }
}
