package dev.prodigy.cli.output;

import java.lang.Character.UnicodeScript;
import java.util.Set;

/// How much room a text takes on a terminal: ideographs, syllables and emoji take two columns, combining marks none.
public final class Columns {
    private static final Set<UnicodeScript> WIDE = Set.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.HANGUL,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.YI);

    private Columns() {}

    /// @return the columns that a line takes
    public static int of(String line) {
        return line.codePoints().map(Columns::of).sum();
    }

    /// @return the line, or as much of it as there is room for with `…` at its end; empty where there is no room
    public static String cut(String line, int columns) {
        if (of(line) <= columns) {
            return line;
        }
        int end = 0;
        for (int left = columns - 1; end < line.length(); end += Character.charCount(line.codePointAt(end))) {
            left -= of(line.codePointAt(end));
            if (left < 0) {
                break;
            }
        }
        return columns < 1 ? "" : line.substring(0, end) + "…";
    }

    private static int of(int c) {
        if (c < 0x300) {
            return 1;
        }
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        boolean fullWidthForm = (c >= 0xff01 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6);
        boolean halfWidthForm = c >= 0xff61 && c <= 0xffdc;
        boolean punctuation = c >= 0x3000 && c <= 0x303e;
        return fullWidthForm
                || punctuation
                || (!halfWidthForm && WIDE.contains(UnicodeScript.of(c)))
                || Character.isEmojiPresentation(c);
    }
}
