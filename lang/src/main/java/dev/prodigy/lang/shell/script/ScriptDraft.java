package dev.prodigy.lang.shell.script;

import dev.prodigy.lang.shell.command.Heredoc;
import dev.prodigy.lang.shell.command.Hole;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The script while it is being read: its text in pieces, with the places of values between them.
public final class ScriptDraft {
    private final List<Piece> pieces = new ArrayList<>();
    private @Nullable Literal literal;

    /// A part of the script.
    sealed interface Piece {}

    /// Text that stays as it is.
    record Verbatim(StringBuilder text) implements Piece {}

    /// The place of a value.
    record Slot(Hole hole) implements Piece {}

    /// The word behind `<<`, or the line that ends the body.
    record Delimiter(Heredoc heredoc, String raw) implements Piece {}

    /// A stretch of a literal here-document, as written and as the shell sees it behind `level` backquotes.
    record Literal(Heredoc heredoc, int level, StringBuilder raw, StringBuilder plain) implements Piece {
        /// @return the text as it must stand in the script
        String written() {
            if (!heredoc.isConverted()) {
                return raw.toString();
            }
            String written = Heredoc.escape(plain.toString());
            for (int i = 0; i < level; i++) {
                written = written.replace("\\", "\\\\").replace("`", "\\`");
            }
            return written;
        }

        Literal another() {
            return new Literal(heredoc, level, new StringBuilder(), new StringBuilder());
        }
    }

    /// A length to go back to.
    public record Mark(int pieces, int length) {}

    /// @return the values, in the order of the script
    public List<Hole> holes() {
        return pieces.stream()
                .flatMap(piece -> piece instanceof Slot(var hole) ? Stream.of(hole) : Stream.empty())
                .toList();
    }

    List<Piece> pieces() {
        return pieces;
    }

    /// Adds characters of the input that are one unit to the shell.
    public void append(String raw, int plain) {
        if (literal != null) {
            literal.raw.append(raw);
            literal.plain.append((char) plain);
        } else {
            text().append(raw);
        }
    }

    /// Adds the place of a value. In a literal here-document it makes the body one that is expanded.
    public void add(Hole hole) {
        pieces.add(new Slot(hole));
        if (literal != null) {
            literal.heredoc.convert();
            literal = literal.another();
            pieces.add(literal);
        }
    }

    private StringBuilder text() {
        if (!pieces.isEmpty() && pieces.getLast() instanceof Verbatim(var text)) {
            return text;
        }
        StringBuilder text = new StringBuilder();
        pieces.add(new Verbatim(text));
        return text;
    }

    /// Begins a piece that can be taken off again.
    public void split() {
        pieces.add(new Verbatim(new StringBuilder()));
    }

    /// Makes what was written since {@link #split} the delimiter of a here-document.
    public void delimit(Heredoc heredoc) {
        if (pieces.getLast() instanceof Verbatim(var text)) {
            pieces.removeLast();
            pieces.add(new Delimiter(heredoc, text.toString()));
        }
    }

    /// From here on everything is literal text of this here-document.
    public void beginLiteral(Heredoc heredoc, int level) {
        literal = new Literal(heredoc, level, new StringBuilder(), new StringBuilder());
        pieces.add(literal);
    }

    /// @param delimited whether the last line written is the delimiter
    public void endLiteral(boolean delimited) {
        Literal last = literal;
        literal = null;
        if (last != null && delimited) {
            int raw = lastLine(last.raw);
            int end = last.raw.length();
            while (raw < end && last.heredoc.stripsTabs() && last.raw.charAt(raw) == '\t') {
                raw++;
            }
            boolean line = end > raw && last.raw.charAt(end - 1) == '\n';
            String delimiter = last.raw.substring(raw, line ? end - 1 : end);
            last.raw.setLength(raw);
            int plain = lastLine(last.plain);
            while (plain < last.plain.length() && last.heredoc.stripsTabs() && last.plain.charAt(plain) == '\t') {
                plain++;
            }
            last.plain.setLength(plain);
            pieces.add(new Delimiter(last.heredoc, delimiter));
            pieces.add(new Verbatim(new StringBuilder(line ? "\n" : "")));
        }
    }

    private static int lastLine(StringBuilder text) {
        return text.lastIndexOf("\n", text.length() - 2) + 1;
    }

    /// @return the length so far
    public Mark mark() {
        StringBuilder last = text();
        return new Mark(pieces.size(), last.length());
    }

    /// Takes off what was added since.
    public void back(Mark mark) {
        literal = null;
        while (pieces.size() > mark.pieces()) {
            pieces.removeLast();
        }
        text().setLength(mark.length());
    }
}
