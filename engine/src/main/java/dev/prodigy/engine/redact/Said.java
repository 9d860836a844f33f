package dev.prodigy.engine.redact;

/// What a program said last, as far as people are shown of it. Masked as a whole, before anything is cut away or
/// made shorter: half a secret, or one whose blanks are gone, would be found by nobody any more (spec 02 §11).
///
/// @param stderr masked
/// @param stdout masked
/// @param redactor what masks texts that are shown in their place
public record Said(String stderr, String stdout, Redactor redactor) {
    /// Nothing.
    public static final Said NOTHING = new Said("", "", Redactor.PLAIN);

    /// @param stderr not masked yet
    /// @param stdout likewise
    /// @return what was said, masked
    public static Said of(String stderr, String stdout, Redactor redactor) {
        return new Said(redactor.redact(stderr), redactor.redact(stdout), redactor);
    }

    /// @param text not masked yet; what the program meant to say, such as an agent's last message
    /// @return the same with the text in stdout's place
    public Said meaning(String text) {
        return new Said(stderr, redactor.redact(text), redactor);
    }
}
