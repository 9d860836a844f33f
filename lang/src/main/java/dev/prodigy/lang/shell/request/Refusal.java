package dev.prodigy.lang.shell.request;

/// Carries a reason not to run a text out of the depth of the scan; never leaves the packages of shell texts.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int offset;

    /// @param offset of the placeholder in the author's text
    public Refusal(String code, String message, int offset) {
        super(message, null, false, false);
        this.code = code;
        this.offset = offset;
    }

    /// @param offset of the placeholder in the author's text
    public Refusal(ShellCode code, String message, int offset) {
        this(code.name(), message, offset);
    }

    /// @return a name of {@link ShellCode}, or the code of a {@link Fill.Failed}
    public String code() {
        return code;
    }

    /// @return where the placeholder stands in the author's text
    public int offset() {
        return offset;
    }
}
