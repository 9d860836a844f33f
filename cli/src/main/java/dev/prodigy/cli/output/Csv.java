package dev.prodigy.cli.output;

import java.util.List;
import java.util.stream.Collectors;

/// Rows of comma-separated values (RFC 4180).
public final class Csv {
    private static final String LINE_END = "\r\n";
    private static final String FORMULA = "=+-@";

    private Csv() {}

    /// @return the row with its line end; a cell that a spreadsheet would compute gets a leading `'`
    public static String row(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", LINE_END));
    }

    private static String cell(String text) {
        var safe = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }
}
