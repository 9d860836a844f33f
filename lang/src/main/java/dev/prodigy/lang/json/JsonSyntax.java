package dev.prodigy.lang.json;

/// Text that is not the JSON it should be, with the place where that shows. Lines and columns count from 1.
public final class JsonSyntax extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    JsonSyntax(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /// @return the line, from 1
    public int line() {
        return line;
    }

    /// @return the column, from 1
    public int column() {
        return column;
    }

    /// @return what is wrong behind its place, such as `line 2, column 1: the text ends inside an object`
    public String placed() {
        return "line " + line + ", column " + column + ": " + getMessage();
    }
}
