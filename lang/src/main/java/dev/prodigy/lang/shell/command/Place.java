package dev.prodigy.lang.shell.command;

/// Where in the shell's grammar something stands (spec 01 §9.2), so far as it decides how a value is spliced in.
public enum Place {
    UNQUOTED,
    SINGLE_QUOTES,
    ANSI_QUOTES,
    DOUBLE_QUOTES,
    HEREDOC,
    /// A here-document whose delimiter is quoted: nothing in it is expanded.
    LITERAL_HEREDOC,
    /// The operand of `${x%…}` and its kin, where what is not quoted is a pattern.
    PATTERN,
    /// The same inside a here-document, where not every shell lets quotes protect a pattern.
    HEREDOC_PATTERN,
    /// What `${x/…/…}` puts in, where bash gives an unquoted `&` a meaning.
    REPLACEMENT;

    /// @return whether an apostrophe is an ordinary character in the operand of a `${x:-…}` that stands here
    public boolean quoted() {
        return this == DOUBLE_QUOTES || this == HEREDOC;
    }

    /// @return whether nothing that stands here is expanded
    public boolean isLiteral() {
        return this == SINGLE_QUOTES || this == ANSI_QUOTES || this == LITERAL_HEREDOC;
    }

    boolean isPattern() {
        return this == PATTERN || this == HEREDOC_PATTERN;
    }
}
