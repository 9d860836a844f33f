package dev.prodigy.model.source;

/// A place in a source file. Lines and columns count from 1, in characters; `endColumn` is exclusive and on
/// `endLine`.
///
/// @param file the file as the user named it, or a label such as `<stdin>`
public record Span(String file, int line, int column, int endLine, int endColumn) {

    /// @return a place of one character's width
    public static Span at(String file, int line, int column) {
        return new Span(file, line, column, line, column + 1);
    }

    /// @return the beginning of a file, for problems that have no better place
    public static Span startOf(String file) {
        return at(file, 1, 1);
    }

    /// @return whether the other place begins in this one, of the same file
    public boolean contains(Span other) {
        return file.equals(other.file)
                && !isBefore(other.line, other.column, line, column)
                && isBefore(other.line, other.column, endLine, endColumn);
    }

    private static boolean isBefore(int line, int column, int thanLine, int thanColumn) {
        return line < thanLine || (line == thanLine && column < thanColumn);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
