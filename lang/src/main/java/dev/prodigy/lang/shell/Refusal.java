package dev.prodigy.lang.shell;

/// Carries a reason not to run a text out of the depth of the scan; never leaves the packages of shell texts.
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int offset;

    /// @param offset of the placeholder in the author's text
    Refusal(String code, String message, int offset) {
        super(message, null, false, false);
        this.code = code;
        this.offset = offset;
    }

    Refusal(ShellCode code, String message, int offset) {
        this(code.name(), message, offset);
    }

    String code() {
        return code;
    }

    int offset() {
        return offset;
    }
}
