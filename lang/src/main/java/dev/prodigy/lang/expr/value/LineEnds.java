package dev.prodigy.lang.expr.value;

/// The line ends at the end of a text that a file or a command gives.
public final class LineEnds {
    private LineEnds() {}

    /// @return the text without them, those of Windows included, which a shell's `$(…)` would leave
    public static String stripped(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(0, end);
    }
}
