package dev.prodigy.cli.status;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import java.util.List;

/// `prodigy status`: how far a run is, once or to its end.
public final class StatusCommand implements Command {
    private static final Option<Boolean> WATCH =
            Option.flag("again whenever something has changed, until the run ends", "--watch", "-w");

    /// Shows how far a run is.
    public StatusCommand() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "RUN is an id, the beginning of one, or last.",
                List.of(Argument.optional("RUN")),
                List.of(WATCH, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var run = runs.resolve(RunArgument.given(call, call.arguments().word(0)));
        var look = StatusSnapshot.at(call, runs, run);
        look.print(call);
        var last = call.has(WATCH) ? look.follow(call, runs, run) : look;
        return last.reading().conclude(call);
    }
}
