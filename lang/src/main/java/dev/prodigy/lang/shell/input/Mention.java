package dev.prodigy.lang.shell.input;

/// How a message names a placeholder of a shell text: as it is written, with its line (spec 00, errors).
public final class Mention {
    private static final int LONGEST = 60;

    private Mention() {}

    /// @param text as the author wrote it
    /// @param start where the placeholder stands in it
    /// @return words for it, without what is too long to be shown in one line
    public static String of(String text, int start) {
        var written = Written.whole(text);
        var source = text.substring(start, Math.max(start, written.candidate(start)));
        boolean shown = !source.isEmpty() && source.length() <= LONGEST && source.indexOf('\n') < 0;
        long line = 1 + text.substring(0, start).chars().filter(c -> c == '\n').count();
        return (shown ? "`" + source + "`" : "a placeholder") + " in line " + line + " of the script";
    }
}
