package dev.prodigy.lang.shell.request;

/// Carries a reason not to run a text out of the depth of the scan; never leaves the packages of shell texts.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int offset;
    private final String way;

    /// @param offset of the placeholder in the author's text
    public Refusal(String code, String message, int offset) {
        this(code, message, offset, "");
    }

    private Refusal(String code, String message, int offset, String way) {
        super(message, null, false, false);
        this.code = code;
        this.offset = offset;
        this.way = way;
    }

    /// @param offset of the placeholder in the author's text
    public Refusal(ShellCode code, String message, int offset) {
        this(code.name(), message, offset);
    }

    /// @param trouble what is wrong with a value, as what is said of its placeholder: `is …`
    /// @param offset of the placeholder in the author's text
    /// @param way what the author can write instead
    /// @return the reason why a value cannot stand where its placeholder does
    public static Refusal ofValue(ShellCode code, String trouble, int offset, String way) {
        return new Refusal(code.name(), trouble, offset, way);
    }

    /// @return a name of {@link ShellCode}, or the code of a {@link Fill.Failed}
    public String code() {
        return code;
    }

    /// @return where the placeholder stands in the author's text
    public int offset() {
        return offset;
    }

    /// @return what the author can write instead, where the message is what is wrong with a value; else empty
    public String way() {
        return way;
    }
}
