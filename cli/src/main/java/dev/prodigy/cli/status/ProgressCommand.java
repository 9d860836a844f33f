package dev.prodigy.cli.status;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExportTarget;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// `prodigy progress`: what `status` tells, on a terminal to the run's end; or a file of it.
public final class ProgressCommand implements Command {
    private static final Option<Path> EXPORT =
            Option.value(Path::of, "FILE", "write it to FILE instead; - is stdout", "--export");
    private static final Option<String> FORMAT = Option.value(
            Values.oneOf("json", "csv", "html"), "FORMAT", "of the file: json (default), csv, html", "--format");

    /// Shows how far a run is.
    public ProgressCommand() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(EXPORT, FORMAT, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var look = StatusSnapshot.at(call, runs, run);
        var file = call.value(EXPORT);
        if (file != null) {
            export(call, look, file);
            return look.reading().conclude(call);
        }
        look.print(call);
        var last = call.console().terminal().out() ? look.follow(call, runs, run) : look;
        return last.reading().conclude(call);
    }

    private static void export(Invocation call, StatusSnapshot look, Path file) {
        boolean isStdout = file.toString().equals("-");
        try (var target = ExportTarget.open(call, isStdout ? null : file)) {
            target.out()
                    .print(StatusFile.text(look.document(), Objects.requireNonNullElse(call.value(FORMAT), "json")));
        }
        if (isStdout) {
            return;
        }
        if (call.json()) {
            call.document(new FieldsWriter().put("file", file.toString()).done());
        } else {
            call.note("written to " + file);
        }
    }
}
