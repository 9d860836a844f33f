package dev.prodigy.cli.dlq;

import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.Consumer;

/// A dead letter's record for people.
final class LetterText {
    private static final List<String> ONE_LINE = List.of(
            "item_key",
            "correlation_id",
            "failed_at",
            "attempt_count",
            "error_type",
            "signature",
            "normalized",
            "branch",
            "salvage_ref",
            "kept_directory");

    private final Style style;

    LetterText(Style style) {
        this.style = style;
    }

    /// @param withRun whether the run is named
    /// @return one line
    String line(Value.Fields record, boolean withRun) {
        var line = new StringBuilder();
        if (withRun) {
            line.append(style.faint(text(record, "job_id"))).append("  ");
        }
        line.append(style.strong(text(record, "item_id")))
                .append("  ")
                .append(text(record, "attempt_count"))
                .append("×  ")
                .append(text(record, "error_type"))
                .append("  ")
                .append(text(record, "failure_reason"));
        if (record.get("reprocess_eligible") == Value.Bool.FALSE) {
            line.append(style.faint("  (running it again cannot help)"));
        }
        return line.toString();
    }

    /// Prints all there is, one call for each line.
    void print(Value.Fields record, Consumer<String> to) {
        to.accept(style.strong(text(record, "item_id")) + "  " + style.bad(text(record, "failure_reason")));
        for (var name : ONE_LINE) {
            var value = record.get(name);
            if (value != null && !value.isNull()) {
                member(name, word(value), to);
            }
        }
        var data = record.get("item_data");
        if (data != null) {
            member("item_data", Json.write(data), to);
        }
        if (record.get("conflicts") instanceof Value.Items(var files) && !files.isEmpty()) {
            member(
                    "conflicts",
                    String.join(", ", files.stream().map(LetterText::word).toList()),
                    to);
        }
        if (record.get("error_details") instanceof Value.Text(var details)) {
            to.accept("  error_details");
            details.lines().forEach(each -> to.accept("    " + Printable.line(each)));
        }
        if (record.get("handler_error") instanceof Value.Fields error) {
            member("handler_error", text(error, "code") + "  " + text(error, "message"), to);
        }
        if (record.get("history") instanceof Value.Items(var attempts)) {
            to.accept("  history");
            attempts.forEach(each -> attempt(each, to));
        }
    }

    private void attempt(Value value, Consumer<String> to) {
        if (value instanceof Value.Fields attempt && attempt.get("error") instanceof Value.Fields error) {
            to.accept("    " + text(attempt, "attempt") + ". " + style.faint(text(attempt, "failed_at")) + "  "
                    + text(attempt, "step") + "  " + text(error, "code") + "  " + text(error, "message"));
            if (error.get("handler_error") instanceof Value.Fields handler) {
                to.accept("       " + style.faint("handler failed  ") + text(handler, "node_id") + "  "
                        + text(handler, "code") + "  " + text(handler, "message"));
            }
            if (attempt.get("logs") instanceof Value.Items(var logs)) {
                logs.forEach(log -> to.accept("       " + style.faint(Printable.line(word(log)))));
            }
        }
    }

    private void member(String name, String value, Consumer<String> to) {
        to.accept("  " + style.faint(name + " ") + Printable.line(value));
    }

    private static String text(Value.Fields record, String name) {
        var value = record.get(name);
        return value == null ? "–" : Printable.line(word(value));
    }

    private static String word(Value value) {
        return value instanceof Value.Text(var text) ? text : Json.write(value);
    }
}
