package dev.prodigy.cli.output;

import java.util.List;

/// Which of the three streams are a terminal, and how wide it is.
///
/// The launcher finds out: asking the operating system from here would cost more than the whole start.
///
/// @param in whether somebody can answer
/// @param columns its width in characters
public record Terminal(boolean in, boolean out, boolean err, int columns) {
    private static final int USUAL_WIDTH = 80;
    private static final int NARROWEST = 20;

    /// No stream is a terminal.
    public static final Terminal NONE = new Terminal(false, false, false, USUAL_WIDTH);

    /// @param text names of the streams that are terminals, and the width, such as `in,out,err,120`
    static Terminal parse(String text) {
        var words = List.of(text.split(",", -1));
        return new Terminal(words.contains("in"), words.contains("out"), words.contains("err"), columns(words));
    }

    private static int columns(List<String> words) {
        return words.stream()
                .filter(word -> word.matches("[1-9][0-9]{0,3}"))
                .mapToInt(Integer::parseInt)
                .map(width -> Math.max(NARROWEST, width))
                .findFirst()
                .orElse(USUAL_WIDTH);
    }
}
