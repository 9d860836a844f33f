package dev.prodigy.cli.control;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.run.ControlCommand;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;

/// `prodigy stop`: ends a live run as a first signal would, with `--now` as a second one (spec 03 §8).
public final class StopCommand implements Command {
    private static final Option<Boolean> NOW = Option.flag("kill what is running, without grace", "--now");

    /// Ends a run.
    public StopCommand() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "What is running gets its grace and is tried again by a resume; the run is cancelled.",
                List.of(Argument.optional("RUN")),
                List.of(NOW, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.required(call, call.arguments().word(0));
        var arguments = new FieldsWriter()
                .put(ControlCommand.NOW, call.has(NOW) ? Value.Bool.TRUE : null)
                .done();
        return new Delivery(call, runs, ControlCommand.STOP).deliver(run, arguments);
    }
}
