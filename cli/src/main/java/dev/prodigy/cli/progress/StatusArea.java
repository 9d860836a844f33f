package dev.prodigy.cli.progress;

import dev.prodigy.cli.output.Columns;
import java.io.PrintStream;
import java.util.List;

/// A few lines at the bottom of a terminal that are drawn again and again; other lines scroll above them.
final class StatusArea {
    private static final String UP_AND_CLEAR = "\u001b[1A\u001b[2K";

    private final PrintStream out;
    private final int columns;
    private int drawn;

    /// One line of the area.
    ///
    /// @param text cut where there is no room for it
    /// @param end what is shown even so
    record Line(String text, String end) {}

    /// @param columns the terminal's width: a line that wraps could not be taken back
    StatusArea(PrintStream out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /// Replaces what is drawn.
    ///
    /// @param above lines to scroll away above the area
    /// @param lines the area, without control characters
    void draw(List<String> above, List<Line> lines) {
        var text = new StringBuilder();
        erase(text);
        above.forEach(line -> text.append(line).append('\n'));
        lines.forEach(line -> text.append(cut(line)).append('\n'));
        drawn = lines.size();
        out.print(text);
        out.flush();
    }

    private void erase(StringBuilder text) {
        text.append("\r").append(UP_AND_CLEAR.repeat(drawn));
        drawn = 0;
    }

    private String cut(Line line) {
        int width = columns - 1;
        return Columns.cut(Columns.cut(line.text(), width - Columns.of(line.end())) + line.end(), width);
    }
}
