package dev.prodigy.engine.signature;

/// Quoted text in a message: between two equal quotation marks that stand outside of words.
final class Quotes {
    private static final String MARK = "<q>";

    private Quotes() {}

    static String mark(String text) {
        var marked = new StringBuilder(text.length());
        // where each kind of mark can close next; looked for once per kind and place
        var closing = new int[] {-1, -1, -1};
        var at = 0;
        while (at < text.length()) {
            var kind = "\"'`".indexOf(text.charAt(at));
            if (kind >= 0 && opens(text, at)) {
                if (closing[kind] <= at) {
                    closing[kind] = closing(text, at + 1, text.charAt(at));
                }
                if (closing[kind] < text.length()) {
                    marked.append(MARK);
                    at = closing[kind] + 1;
                    continue;
                }
            }
            marked.append(text.charAt(at++));
        }
        return marked.toString();
    }

    /// An apostrophe inside of a word is none.
    private static boolean opens(String text, int at) {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }

    /// @return the index of the next mark that can close, or the text's length
    private static int closing(String text, int from, char mark) {
        for (var i = text.indexOf(mark, from); i >= 0; i = text.indexOf(mark, i + 1)) {
            if (i + 1 == text.length() || !Character.isLetterOrDigit(text.charAt(i + 1))) {
                return i;
            }
        }
        return text.length();
    }
}
