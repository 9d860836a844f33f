package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.ExportTarget;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Csv;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunId;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// `prodigy dlq export`.
public final class DlqExport implements Command {
    private static final Option<String> FORMAT = Option.value(
            Values.oneOf("json", "jsonl", "csv"), "FORMAT", "json (one array), jsonl or csv; usually json", "--format");
    private static final List<String> COLUMNS = List.of(
            "job_id",
            "item_id",
            "item_key",
            "error_type",
            "failure_reason",
            "failed_at",
            "attempt_count",
            "signature",
            "reprocess_eligible",
            "correlation_id",
            "branch",
            "salvage_ref",
            "kept_directory",
            "error_details",
            "item_data");

    @Override
    public Signature signature() {
        return Signature.of(
                "Writes every record. FILE - is stdout.",
                List.of(Argument.optional("RUN"), Argument.required("FILE")),
                List.of(FORMAT, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var words = call.arguments().words();
        var file = words.getLast();
        if (words.size() == 1 && RunId.parse(file).isPresent()) {
            throw CommandFailure.usage("FILE is missing; `-` is stdout", "prodigy dlq export " + file + " FILE");
        }
        var run = runs.resolve(RunArgument.given(call, words.size() > 1 ? words.getFirst() : null));
        var format = Objects.requireNonNullElse(call.value(FORMAT), "json");
        try (var letters = Letters.open(call, runs, run);
                var target = ExportTarget.open(call, file.equals("-") ? null : Path.of(file))) {
            long count = write(letters, format, target.out());
            if (!target.isStdout()) {
                tell(call, file, count);
            }
            var failure = letters.failure();
            if (failure != null) {
                JournalEnding.tell(call, failure);
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    private static long write(Letters letters, String format, PrintStream out) {
        var count = new long[1];
        switch (format) {
            case "csv" -> {
                out.print(Csv.row(COLUMNS));
                letters.records(record -> {
                    out.print(Csv.row(
                            COLUMNS.stream().map(name -> cell(record, name)).toList()));
                    count[0]++;
                });
            }
            case "jsonl" ->
                letters.records(record -> {
                    out.println(Json.write(record));
                    count[0]++;
                });
            default -> {
                out.print("[");
                letters.records(record -> out.print((count[0]++ == 0 ? "\n" : ",\n") + Json.write(record)));
                out.println(count[0] == 0 ? "]" : "\n]");
            }
        }
        return count[0];
    }

    private static void tell(Invocation call, String file, long count) {
        if (call.json()) {
            call.document(
                    new FieldsWriter().put("file", file).put("records", count).done());
        } else {
            call.line(Counted.of(count, "record") + " in " + file);
        }
    }

    private static String cell(Value.Fields record, String name) {
        return switch (record.get(name)) {
            case null -> "";
            case Value.Null _ -> "";
            case Value.Text(var text) -> text;
            case Value other -> Json.write(other);
        };
    }
}
