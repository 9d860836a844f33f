package dev.prodigy.lang.shell.grammar;

/// The body of a here-document.
sealed interface Body extends Context permits HeredocBody, LiteralHeredocBody {
    /// @return what watches for the line that ends the body
    DelimiterLine line();

    /// @return where the here-documents stand that were announced on the same line
    HeredocScope scope();
}
