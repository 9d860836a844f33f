package dev.prodigy.cli.control;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.engine.run.ControlCommand;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;

/// `prodigy pause`, `resume-dispatch` and `drain`: whether a live run starts anything new.
public final class DispatchCommand implements Command {
    private final ControlCommand command;

    /// @param command one that needs no arguments
    public DispatchCommand(ControlCommand command) {
        this.command = command;
    }

    @Override
    public Signature signature() {
        return Signature.of(
                "Returns when the run has noted it down. What is running goes on to its end.",
                List.of(Argument.optional("RUN")),
                List.of(RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.required(call, call.arguments().word(0));
        return new Delivery(call, runs, command).deliver(run, new Value.Fields(Map.of()));
    }
}
