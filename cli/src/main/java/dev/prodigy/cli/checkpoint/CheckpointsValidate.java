package dev.prodigy.cli.checkpoint;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RecordedState;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;

/// `prodigy checkpoints validate`: the file against the fold of the journal.
public final class CheckpointsValidate implements Command {
    private static final Option<Boolean> REPAIR = Option.flag("write the file anew where it differs", "--repair");

    @Override
    public Signature signature() {
        return Signature.of(
                "Ends with 1 when the file is missing or says something else than the journal.",
                List.of(Argument.optional("RUN")),
                List.of(REPAIR, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var views = RecordedState.views(runs.home(), run);
        boolean repair = call.has(REPAIR);
        var difference = (repair ? views.repair() : views.check()).of(views.checkpointFile());
        boolean isValid = difference == null || repair;
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("run_id", run.run().text())
                    .put("valid", isValid)
                    .put("file", views.checkpointFile().toString())
                    .put("difference", Value.of(difference))
                    .put("repaired", repair && difference != null)
                    .done());
        } else {
            call.line(
                    difference == null
                            ? run.run() + ": the checkpoint is what the journal tells"
                            : run.run() + ": the checkpoint was " + difference
                                    + (repair ? ", written anew" : "; --repair writes it anew"));
        }
        return isValid ? ExitCode.OK : ExitCode.NOT_POSSIBLE;
    }
}
