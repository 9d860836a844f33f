package dev.prodigy.lang.yaml;

/// How large a document may be (spec 05 §3, TOO_LARGE).
///
/// @param bytes of text, aliases counted as if what they stand for were written out
/// @param levels of lists and maps inside each other, aliases followed
/// @param aliases written in the text
public record DocumentLimits(int bytes, int levels, int aliases) {
    /// The limits of every workflow file.
    public static final DocumentLimits WORKFLOW = new DocumentLimits(10 * 1024 * 1024, 100, 1000);
}
