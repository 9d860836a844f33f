package dev.prodigy.cli.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RecordedState;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.ViewRenewal;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.view.Checkpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// `prodigy checkpoints show`: the state that a checkpoint stands for, folded from the journal.
public final class CheckpointsShow implements Command {
    private static final Option<Integer> VERSION =
            Option.value(Values::count, "N", "that one instead of the newest", "--version");

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(VERSION, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var folder = runs.home().events(run.repo(), run.run());
        var wanted = wanted(run, folder, call.value(VERSION));
        var checkpoint = new AtomicReference<Checkpoint>();
        var end = RecordedState.readValid(
                runs.home(), run, wanted.seq(), state -> checkpoint.set(Checkpoint.of(run, state)));
        if (checkpoint.get() == null && wanted.failure() != null) {
            throw wanted.failure();
        }
        if (wanted.failure() == null) {
            var views = RecordedState.views(runs.home(), run);
            ViewRenewal.of(runs.home(), run, () -> views.areBehind(end));
        }
        var text = new String(checkpoint.get().toBytes(), UTF_8).strip();
        if (call.json()) {
            call.line(text);
        } else if (Json.parse(text) instanceof Value.Fields fields) {
            fields.members().forEach((name, value) -> call.line(name + ": " + text(value)));
        }
        var failure = wanted.failure();
        if (failure == null) {
            return ExitCode.OK;
        }
        JournalEnding.tell(call, failure);
        return failure.exitCode();
    }

    /// The checkpoint that is shown.
    ///
    /// @param seq of the last event that it stands for
    /// @param failure what is wrong with the journal, or null
    private record Wanted(long seq, @Nullable CommandFailure failure) {}

    private static Wanted wanted(RunRef run, Path folder, @Nullable Integer version) {
        try (var reader = JournalReader.openWhole(folder)) {
            var found = SavedCheckpoint.all(reader).stream()
                    .filter(each -> version == null || each.version() == version)
                    .reduce((_, later) -> later);
            // behind a damage may be what is not found before it
            var failure = JournalEnding.failure(reader.ending(), folder);
            var checkpoint = found.orElseThrow(() -> failure == null ? notFound(run, version) : failure);
            return new Wanted(checkpoint.until(), failure);
        }
    }

    private static CommandFailure notFound(RunRef run, @Nullable Integer version) {
        return new CommandFailure(
                ExitCode.USAGE,
                "checkpoint_not_found",
                run.run() + " has no checkpoint" + (version == null ? " yet" : " " + version),
                "prodigy checkpoints list " + run.run());
    }

    private static String text(Value value) {
        return Printable.line(Json.shown(value));
    }
}
