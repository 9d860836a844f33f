package dev.prodigy.cli.events;

import dev.prodigy.cli.output.Csv;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.Line;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How events are exported. One event after the other: a journal of any length takes constant memory.
interface EventFormat {
    /// Columns of tables.
    List<String> COLUMNS = List.of(
            "seq",
            "timestamp",
            "event_type",
            "run_id",
            "item_id",
            "node_id",
            "step",
            "attempt",
            "status",
            "error_code",
            "error_message");

    /// Writes what stands before the first event.
    default void begin() {}

    /// Writes an event.
    void add(Line line);

    /// Writes what stands behind the last.
    default void end() {}

    /// @param name `json`, `jsonl`, `csv` or `markdown`
    /// @param whole reads what the journal keeps elsewhere
    static EventFormat of(String name, PrintStream out, WholeEvents whole) {
        return switch (name) {
            case "jsonl" -> line -> out.println(whole.json(line));
            case "csv" ->
                new Table(out, whole) {
                    @Override
                    void row(List<String> cells) {
                        out.print(Csv.row(cells));
                    }
                };
            case "markdown" ->
                new Table(out, whole) {
                    @Override
                    public void begin() {
                        super.begin();
                        out.println("|" + "---|".repeat(COLUMNS.size()));
                    }

                    @Override
                    void row(List<String> cells) {
                        var row = new StringBuilder("|");
                        cells.forEach(
                                cell -> row.append(' ').append(markdown(cell)).append(" |"));
                        out.println(row);
                    }
                };
            default -> new Array(out, whole);
        };
    }

    /// One JSON array.
    final class Array implements EventFormat {
        private final PrintStream out;
        private final WholeEvents whole;
        private boolean begun;

        Array(PrintStream out, WholeEvents whole) {
            this.out = out;
            this.whole = whole;
        }

        @Override
        public void begin() {
            out.print("[");
        }

        @Override
        public void add(Line line) {
            out.print((begun ? ",\n" : "\n") + whole.json(line));
            begun = true;
        }

        @Override
        public void end() {
            out.println(begun ? "\n]" : "]");
        }
    }

    /// Rows of cells.
    abstract class Table implements EventFormat {
        final PrintStream out;
        private final WholeEvents whole;

        Table(PrintStream out, WholeEvents whole) {
            this.out = out;
            this.whole = whole;
        }

        abstract void row(List<String> cells);

        @Override
        public void begin() {
            row(COLUMNS);
        }

        @Override
        public void add(Line line) {
            var error = whole.value(line, "error") instanceof Value.Fields fields ? fields : null;
            row(List.of(
                    Long.toString(line.seq()),
                    Timestamps.format(line.timestamp()),
                    line.eventType(),
                    line.runId(),
                    cell(line.value("item_id")),
                    cell(line.value("node_id")),
                    cell(line.value("step")),
                    cell(line.value("attempt")),
                    cell(line.value("status")),
                    cell(error == null ? null : error.get("code")),
                    cell(error == null ? null : error.get("message"))));
        }
    }

    private static String cell(@Nullable Value value) {
        return switch (value) {
            case null -> "";
            case Value.Null _ -> "";
            case Value.Text(var text) -> text;
            case Value.Num _, Value.Bool _, Value.Items _, Value.Fields _ -> Json.write(value);
        };
    }

    private static String markdown(String cell) {
        return cell.replace("\\", "\\\\").replace("|", "\\|").replaceAll("\\R", "<br>");
    }
}
