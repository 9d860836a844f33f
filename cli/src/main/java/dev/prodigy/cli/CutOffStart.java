package dev.prodigy.cli;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.output.Console;
import java.util.List;

/// What a command that executes work says when a signal ends the process before the command listens to signals
/// itself, while parameters and the workflow are read (spec 05 §1: one document whatever happens). The machine then
/// ends the process with the signal's exit code.
final class CutOffStart {
    private final List<String> args;
    private final Console console;
    private volatile boolean over;

    CutOffStart(List<String> args, Console console) {
        this.args = args;
        this.console = console;
    }

    /// Has it said when the process ends before {@link #over()}.
    CutOffStart awaitEnd() {
        // a hook costs a start nothing; a handler of signals costs it a class that is made on the fly
        Runtime.getRuntime().addShutdownHook(new Thread(this::say, "prodigy-cut-off-start"));
        return this;
    }

    /// The command has said what there is to say.
    void over() {
        over = true;
    }

    void say() {
        if (over || !Cli.executes(args) || console.hasResult()) {
            return;
        }
        FailureReport.print(CommandFailure.cutOff(ExitCode.NOT_POSSIBLE), args, console);
        console.flush();
    }
}
