package dev.prodigy.engine.redact;

/// The lines of a PEM block, which may stand in a text, in a JSON string or flattened into one line.
final class PemScanner {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final int LONGEST_LABEL = 64;
    private static final int SHORTEST_RUN = 16;
    private static final int MOST_BACKSLASHES = 8;

    private boolean inside;

    boolean isInside() {
        return inside;
    }

    /// @return the end of the opening line that begins here, or `at` when none does
    int begin(byte[] bytes, int at, int to) {
        var end = Ascii.startsWith(bytes, at, to, BEGIN) ? endOfLabel(bytes, at + BEGIN.length(), to) : at;
        inside = end > at;
        return Math.max(end, at);
    }

    /// @return the end of the dashes behind a label, or -1
    private static int endOfLabel(byte[] bytes, int from, int to) {
        for (var i = from; i < Math.min(to, from + LONGEST_LABEL); i++) {
            if (Ascii.startsWith(bytes, i, to, DASHES)) {
                return i + DASHES.length();
            }
            if (bytes[i] != ' ' && !Ascii.isLetterOrDigit(bytes[i])) {
                return -1;
            }
        }
        return -1;
    }

    /// Goes on inside a block, masking its lines but not what separates them.
    ///
    /// @return where the block, or the text, ends
    int scan(byte[] bytes, int from, int to, Spans spans) {
        var at = from;
        while (inside && at < to) {
            var separator = separator(bytes, at, to);
            if (separator > 0) {
                at += separator;
                continue;
            }
            var end = endOfPart(bytes, at, to);
            if (end > at) {
                spans.add(at, end);
            } else {
                inside = false;
            }
            at = Math.max(at, end);
        }
        return at;
    }

    /// @return the length of a line end or blank here, escaped ones included; 0 for none
    private static int separator(byte[] bytes, int at, int to) {
        var b = bytes[at];
        if (Ascii.isBlank(b) || b == '\n' || b == '\r') {
            return 1;
        }
        var end = at;
        while (end < to && end - at < MOST_BACKSLASHES && bytes[end] == '\\') {
            end++;
        }
        return end > at && end < to && (bytes[end] == 'n' || bytes[end] == 'r') ? end + 1 - at : 0;
    }

    private int endOfPart(byte[] bytes, int at, int to) {
        if (Ascii.startsWith(bytes, at, to, END)) {
            inside = false;
            return endOfLabel(bytes, at + END.length(), to);
        }
        if (Ascii.startsWith(bytes, at, to, "Proc-Type:") || Ascii.startsWith(bytes, at, to, "DEK-Info:")) {
            return endOfLine(bytes, at, to);
        }
        var end = SecretAlphabet.PEM.end(bytes, at, to);
        return end - at >= SHORTEST_RUN || isWholeLine(bytes, end, to) ? end : at;
    }

    private static int endOfLine(byte[] bytes, int from, int to) {
        var at = from;
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != '\\' && bytes[at] != '"') {
            at++;
        }
        return at;
    }

    /// The last line may be short; in a flattened block the closing line stands right behind it.
    private static boolean isWholeLine(byte[] bytes, int end, int to) {
        if (end == to) {
            return true;
        }
        return switch (bytes[end]) {
            case '\n', '\r', '\\', '"', '\'' -> true;
            case ' ' -> Ascii.startsWith(bytes, end + 1, to, END);
            default -> false;
        };
    }
}
