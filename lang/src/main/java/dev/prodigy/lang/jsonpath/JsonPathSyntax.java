package dev.prodigy.lang.jsonpath;

/// Text that is not a JSONPath query, with the place where that shows.
public final class JsonPathSyntax extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int position;

    JsonPathSyntax(String message, int position) {
        super(message);
        this.position = position;
    }

    /// @return the offending character's place in the path, from 1; one past the last when the path ends too early
    public int position() {
        return position;
    }
}
