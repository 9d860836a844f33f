package dev.prodigy.cli.output;

/// Colours of one stream; none when it is not to be coloured.
public enum Style {
    PLAIN,
    COLOURED;

    private static final String RESET = "\u001b[0m";

    /// @return what went wrong
    public String bad(String text) {
        return in("31", text);
    }

    /// @return what is doubtful
    public String doubtful(String text) {
        return in("33", text);
    }

    /// @return what went well
    public String good(String text) {
        return in("32", text);
    }

    /// @return what stands out
    public String strong(String text) {
        return in("1", text);
    }

    /// @return what may be overlooked
    public String faint(String text) {
        return in("2", text);
    }

    private String in(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + RESET;
    }
}
