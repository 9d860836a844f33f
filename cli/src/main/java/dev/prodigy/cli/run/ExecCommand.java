package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// `prodigy exec`: a standard workflow named `exec` with one step.
public final class ExecCommand implements Command {
    /// Runs one command.
    public ExecCommand() {}

    @Override
    public Signature signature() {
        var options = new ArrayList<Option<?>>(List.of(CommandStep.RETRY, CommandStep.TIMEOUT));
        options.addAll(RunCommand.OF_A_BEGINNING);
        options.addAll(Execution.OPTIONS_BUT_TIMEOUT);
        return Signature.of(
                "COMMAND is `claude: TEXT`, `shell: TEXT`, a slash command for claude, or text for the shell. Its commits"
                        + " are merged without asking.",
                List.of(Argument.required("COMMAND")),
                options);
    }

    @Override
    public int run(Invocation call) {
        var step = CommandStep.of(call, call.arguments().words().getFirst());
        var document = new FieldsWriter()
                .put("name", "exec")
                .put("commands", new Value.Items(List.of(step)))
                .done();
        var execution = RunCommand.execution(call, Merging.UNASKED);
        var loading = execution.loading();
        return RunCommand.start(call, execution, loading, loading.written("<exec>", Json.write(document)));
    }
}
