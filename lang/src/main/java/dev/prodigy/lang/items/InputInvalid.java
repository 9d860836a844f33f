package dev.prodigy.lang.items;

/// Input from which no items can be made, with the place where that shows: INPUT_INVALID (spec 03 §1, §3).
public final class InputInvalid extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    InputInvalid(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /// @return a failure that no single place shows
    static InputInvalid ofTheWhole(String message) {
        return new InputInvalid(message, 0, 0);
    }

    /// @return the line, from 1; 0 when no single place shows the failure
    public int line() {
        return line;
    }

    /// @return the column, in characters from 1; 0 when no single place shows the failure
    public int column() {
        return column;
    }
}
