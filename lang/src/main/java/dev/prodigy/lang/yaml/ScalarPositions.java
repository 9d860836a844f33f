package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Span;

/// The way from a character of a scalar's content back to its place in the file, for messages about a part of a text.
///
/// Folding, indentation, quotes and escapes only ever change blanks, line ends and the spelling of single characters,
/// so the n-th character that is no blank is the same on both sides.
public final class ScalarPositions {
    private ScalarPositions() {}

    /// @param source the file that holds the scalar
    /// @param offset of a character in the scalar's text; its length means the place behind the last character
    /// @return the place of that character, one wide
    public static Span of(SourceText source, Node.Scalar scalar, int offset) {
        if (!scalar.span().file().equals(source.file())) {
            return scalar.span();
        }
        int inked = (int) scalar.text()
                .substring(0, Math.min(offset, scalar.text().length()))
                .codePoints()
                .filter(c -> !isBlank(c))
                .count();
        var raw = new Raw(source.text(), contentStart(source, scalar), contentEnd(source, scalar), scalar.style());
        boolean onInk =
                offset < scalar.text().length() && !isBlank(scalar.text().charAt(offset));
        int at = onInk ? raw.startOf(inked) : raw.endOf(inked);
        return source.span(at, at + 1 <= source.text().length() ? at + 1 : at);
    }

    private static int contentStart(SourceText source, Node.Scalar scalar) {
        int start = behindProperties(
                source.text(), source.offset(scalar.span().line(), scalar.span().column()));
        return switch (scalar.style()) {
            case PLAIN -> start;
            case SINGLE_QUOTED, DOUBLE_QUOTED -> start + 1;
            case LITERAL, FOLDED -> {
                int header = source.span(start, start).line();
                yield source.offset(header + 1, 1);
            }
        };
    }

    /// An anchor or a tag belongs to the span of a scalar, not to its content.
    private static int behindProperties(String text, int start) {
        int at = start;
        while (at < text.length() && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
            while (at < text.length() && !isBlank(text.charAt(at)) && ",]}".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
        }
        return at;
    }

    private static int contentEnd(SourceText source, Node.Scalar scalar) {
        return source.offset(scalar.span().endLine(), scalar.span().endColumn());
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /// The characters between the quotes, or below the header of a block, as they stand in the file.
    private record Raw(String text, int start, int end, Node.Style style) {

        /// @return where the character with this number, from 0, among those that are no blanks begins
        int startOf(int wanted) {
            int at = skipBlanks(start);
            for (int seen = 0; seen < wanted && at < end; seen++) {
                at = skipBlanks(at + width(at));
            }
            return Math.min(at, end);
        }

        /// @return the place behind this many characters that are no blanks
        int endOf(int count) {
            if (count == 0) {
                return start;
            }
            int last = startOf(count - 1);
            return Math.min(last + width(last), end);
        }

        private int skipBlanks(int from) {
            int at = from;
            while (at < end && isBlankUnit(at)) {
                at += width(at);
            }
            return at;
        }

        private boolean isBlankUnit(int at) {
            if (style != Node.Style.DOUBLE_QUOTED || text.charAt(at) != '\\') {
                return isBlank(text.charAt(at));
            }
            return at + 1 >= end || " tnr\n\r\t".indexOf(text.charAt(at + 1)) >= 0;
        }

        /// The characters in the file that make one character of the content.
        private int width(int at) {
            if (at >= end) {
                return 0;
            }
            char c = text.charAt(at);
            if (style == Node.Style.SINGLE_QUOTED && c == '\'') {
                return 2;
            }
            if (style != Node.Style.DOUBLE_QUOTED || c != '\\' || at + 1 >= end) {
                return Character.isHighSurrogate(c) ? 2 : 1;
            }
            return switch (text.charAt(at + 1)) {
                case 'x' -> 4;
                case 'u' -> 6;
                case 'U' -> 10;
                default -> 2;
            };
        }
    }
}
