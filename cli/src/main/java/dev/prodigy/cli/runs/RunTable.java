package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs as a list: one line each, or the JSON document `{"runs":[…]}`.
final class RunTable {
    private static final int STATUS_WIDTH = 23;

    private RunTable() {}

    /// @param failures what is wrong with journals, of runs that are listed or cannot be
    /// @return the exit code
    static int print(Invocation call, List<ListedRun> runs, List<CommandFailure> failures) {
        var first = failures.isEmpty() ? null : failures.getFirst();
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put(
                            "runs",
                            new Value.Items(runs.stream()
                                    .<Value>map(ListedRun::toFields)
                                    .toList()))
                    .put("error", first == null ? null : first.toValue())
                    .done());
        } else {
            runs.forEach(run -> call.line(line(run, call.style())));
            if (runs.isEmpty() && first == null) {
                call.note("no runs");
            }
            failures.forEach(failure -> JournalEnding.tell(call, failure));
        }
        return first == null ? ExitCode.OK : first.exitCode();
    }

    /// @return `RUN STATUS DURATION WORKFLOW ITEMS`
    private static String line(ListedRun run, Style style) {
        var record = run.record();
        var status = record.status();
        var padded = status + " ".repeat(Math.max(1, STATUS_WIDTH + 1 - status.length()));
        var ms = Duration.ofSeconds(record.course().times().durationMs() / 1000);
        return record.runId() + "  " + coloured(status, padded, style) + " " + Durations.format(ms) + "  "
                + Printable.line(record.origin().workflow())
                + items(record.course().items())
                + (run.failure() == null ? "" : "  " + style.bad("damaged"));
    }

    static String coloured(String status, String text, Style style) {
        return switch (status) {
            case "completed" -> style.good(text);
            case "running", "paused", "waiting" -> style.strong(text);
            case "completed_with_failures" -> style.doubtful(text);
            default -> style.bad(text);
        };
    }

    private static String items(@Nullable Value items) {
        return items instanceof Value.Fields counts
                ? "  " + count(counts, "successful") + "/" + count(counts, "total")
                        + (count(counts, "failed").equals("0") ? "" : ", " + count(counts, "failed") + " failed")
                : "";
    }

    private static String count(Value.Fields counts, String name) {
        var count = counts.get(name);
        return count == null ? "0" : Json.write(count);
    }
}
