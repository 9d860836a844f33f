package dev.prodigy.cli.control;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.engine.run.ControlCommand;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.control.ControlClient;
import dev.prodigy.runtime.home.RunRef;
import java.util.stream.Collectors;

/// Brings a command to a run: to the process that works on it, else into its journal, and tells how
/// that went.
final class Delivery {
    private final Invocation call;
    private final RunArgument runs;
    private final ControlCommand command;

    Delivery(Invocation call, RunArgument runs, ControlCommand command) {
        this.call = call;
        this.runs = runs;
        this.command = command;
    }

    /// @return the exit code
    int deliver(RunRef run, Value.Fields arguments) {
        var event = new ControlEvent.Received(command.word(), arguments, Console.user());
        return switch (new ControlClient(runs.home(), run, call.console().time()).send(event)) {
            case ControlClient.Answer.Acknowledged(var seq) -> tell(run, seq, arguments, "");
            case ControlClient.Answer.NotRunning _ -> {
                if (command.needsLiveRun() || isTooLate(run)) {
                    throw notRunning(run);
                }
                long seq = RunServices.of(call.console(), run).amend(run, event);
                yield tell(run, seq, arguments, "; it holds when the run goes on");
            }
            case ControlClient.Answer.Silent(var owner) ->
                throw new CommandFailure(
                        ExitCode.NOT_POSSIBLE,
                        "not_acknowledged",
                        (owner == null
                                        ? "the process that works on " + run.run()
                                        : "process " + owner.pid() + ", which works on " + run.run() + ",")
                                + " has not answered within 10 s; the command is withdrawn",
                        "prodigy status " + run.run());
        };
    }

    /// No resume or retry of a run that has completed will ever look at a setting.
    private boolean isTooLate(RunRef run) {
        var record = RunServices.of(call.console()).record(run);
        return command == ControlCommand.SET && record.status().equals("completed") && !record.isResumable();
    }

    private int tell(RunRef run, long seq, Value.Fields arguments, String more) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("run_id", run.run().text())
                    .put("command", command.word())
                    .put("acknowledged", true)
                    .put("seq", seq)
                    .done());
        } else {
            call.line(
                    run.run() + ": " + command.word() + items(arguments) + " acknowledged (event " + seq + ")" + more);
        }
        return ExitCode.OK;
    }

    private static String items(Value.Fields arguments) {
        return arguments.get(ControlCommand.ITEMS) instanceof Value.Items(var items)
                ? items.stream()
                        .map(each -> each instanceof Value.Text(var id) ? " " + id : "")
                        .collect(Collectors.joining())
                : "";
    }

    private CommandFailure notRunning(RunRef run) {
        var service = RunServices.of(call.console());
        return new CommandFailure(
                ExitCode.NOT_POSSIBLE,
                "not_running",
                "no process works on " + run.run() + "; it is "
                        + service.record(run).status(),
                service.next(run));
    }
}
