package dev.prodigy.cli.checkpoint;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy checkpoints list`: one for each `checkpoint_saved`.
public final class CheckpointsList implements Command {

    /// A checkpoint that the journal tells of.
    ///
    /// @param phase the run was in, or null before the first
    private record Saved(long version, Instant at, @Nullable String phase, long processed, long total, long seq) {
        Value.Fields toFields(String run) {
            return new FieldsWriter()
                    .put("run_id", run)
                    .put("version", version)
                    .put("saved_at", at)
                    .put("phase", phase)
                    .put("items_processed", processed)
                    .put("items_total", total)
                    .put("seq", seq)
                    .done();
        }

        String toText() {
            return version + "  " + Timestamps.format(at) + "  " + (phase == null ? "–" : phase) + "  " + processed
                    + "/" + total + "  seq " + seq;
        }
    }

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var saved = new ArrayList<Saved>();
        var folder = runs.home().events(run.repo(), run.run());
        try (var reader = JournalReader.open(folder)) {
            String phase = null;
            while (reader.next()) {
                var line = reader.line();
                phase = phase(line, phase);
                if (line.eventType().equals("checkpoint_saved")) {
                    saved.add(new Saved(
                            line.number("version", 0),
                            line.timestamp(),
                            phase,
                            line.number("items_processed", 0),
                            line.number("items_total", 0),
                            line.seq()));
                }
            }
            var failure = JournalEnding.failure(reader.ending(), folder);
            if (call.json()) {
                var list = saved.stream()
                        .<Value>map(each -> each.toFields(run.run().text()))
                        .toList();
                call.document(new FieldsWriter()
                        .put("checkpoints", new Value.Items(list))
                        .put("error", failure == null ? null : failure.toValue())
                        .done());
            } else {
                saved.forEach(each -> call.line(each.toText()));
                if (failure != null) {
                    JournalEnding.tell(call, failure);
                }
            }
            return failure == null ? ExitCode.OK : failure.exitCode();
        }
    }

    private static @Nullable String phase(Line line, @Nullable String before) {
        return switch (line.eventType()) {
            case "phase_started", "phase_completed", "phase_failed" -> line.text("phase");
            case "pass_started" -> "commands";
            default -> before;
        };
    }
}
