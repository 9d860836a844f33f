package dev.prodigy.lang.items;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.workflow.ItemFormat;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;

/// A text whose format was told by its beginning (spec 03 §3).
///
/// What begins with `{` or `[` is JSON or JSON Lines: the latter when its first line is a document by itself and more
/// follows. A first line too long for an item is a part of a document.
///
/// @param text stands before its first character
record Content(ItemFormat format, Reader text) {
    /// Looks at as much of the text as it takes.
    static Content of(Reader text, ItemLimits limits) {
        try {
            var beginning = new Beginning(text, JsonLines.longestLine(limits));
            var format = beginning.format();
            return new Content(format, beginning.whole());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Beginning {
        private static final int CHUNK = 1024;

        private final Reader text;
        private final int most;
        private final StringBuilder seen = new StringBuilder();
        private int at;

        /// @param most characters of a line, or of blanks before one
        Beginning(Reader text, int most) {
            this.text = text;
            this.most = most;
        }

        ItemFormat format() throws IOException {
            skipBlanks();
            int from = at;
            int c = peek();
            if (c != '{' && c != '[') {
                return ItemFormat.LINES;
            }
            while (c != '\n' && c != Characters.END && at - from < most) {
                at++;
                c = peek();
            }
            String line = seen.substring(from, at);
            skipBlanks();
            boolean oneOfSeveral = c == '\n' && peek() != Characters.END;
            return oneOfSeveral && Json.tryParse(line) != null ? ItemFormat.JSONL : ItemFormat.JSON;
        }

        Reader whole() throws IOException {
            var whole = new PushbackReader(text, Math.max(1, seen.length()));
            whole.unread(seen.toString().toCharArray());
            return whole;
        }

        private void skipBlanks() throws IOException {
            int from = at;
            for (int c = peek(); at - from < most && (c == ' ' || c == '\t' || c == '\r' || c == '\n'); c = peek()) {
                at++;
            }
        }

        private int peek() throws IOException {
            if (at == seen.length()) {
                var chunk = new char[CHUNK];
                seen.append(chunk, 0, Math.max(0, text.read(chunk)));
            }
            return at == seen.length() ? Characters.END : seen.charAt(at);
        }
    }
}
