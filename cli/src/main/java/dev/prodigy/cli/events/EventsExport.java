package dev.prodigy.cli.events;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.ExportTarget;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.journal.JournalReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `prodigy events export`.
public final class EventsExport implements Command {
    private static final Option<String> FORMAT = Option.value(
            Values.oneOf("json", "jsonl", "csv", "markdown"),
            "FORMAT",
            "json (one array), jsonl, csv or markdown; usually json",
            "--format");
    private static final Option<Path> OUTPUT =
            Option.value(Path::of, "FILE", "write to FILE instead of stdout", "-o", "--output");

    @Override
    public Signature signature() {
        var options = new ArrayList<>(EventFilter.OPTIONS);
        options.addAll(List.of(FORMAT, OUTPUT, EventFilter.LIMIT, RunArgument.OPTION));
        return Signature.of("RUN is an id, the beginning of one, or last.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.journal(RunArgument.given(call, call.arguments().word(0)));
        var folder = runs.home().events(run.repo(), run.run());
        var filter = EventFilter.of(call, folder);
        var format = Objects.requireNonNullElse(call.value(FORMAT), "json");
        long older = older(folder, filter, call.value(EventFilter.LIMIT));
        long matches = 0;
        try (var reader = JournalReader.openWhole(folder);
                var whole = new WholeEvents(folder)) {
            var file = call.value(OUTPUT);
            try (var target = ExportTarget.open(call, file)) {
                var writer = EventFormat.of(format, target.out(), whole);
                writer.begin();
                while (reader.next()) {
                    if (filter.test(reader.line()) && matches++ >= older) {
                        writer.add(reader.line());
                    }
                }
                writer.end();
            }
            if (file != null) {
                tell(call, file, Math.max(0, matches - older));
            }
            var failure = JournalEnding.failure(reader.ending(), folder);
            if (failure != null) {
                JournalEnding.tell(call, failure);
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    /// The journal is read twice rather than held back: it may be of any length.
    ///
    /// @return how many of the events that match are older than the newest N
    private static long older(Path folder, EventFilter filter, @Nullable Integer limit) {
        if (limit == null) {
            return 0;
        }
        long matches = 0;
        try (var reader = JournalReader.open(folder)) {
            while (reader.next()) {
                matches += filter.test(reader.line()) ? 1 : 0;
            }
        }
        return Math.max(0, matches - limit);
    }

    private static void tell(Invocation call, Path file, long count) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("file", file.toString())
                    .put("events", count)
                    .done());
        } else {
            call.line(Counted.of(count, "event") + " in " + file);
        }
    }
}
