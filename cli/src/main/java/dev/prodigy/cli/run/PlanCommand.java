package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import java.util.ArrayList;
import java.util.List;

/// `prodigy plan`: what a run would do.
public final class PlanCommand implements Command {
    /// Plans a run.
    public PlanCommand() {}

    @Override
    public Signature signature() {
        var options = new ArrayList<>(RunCommand.OF_A_BEGINNING);
        options.addAll(List.<Option<?>>of(Execution.MAX_PARALLEL, Execution.TIMEOUT));
        return Signature.of(
                "Says which steps and items would run, and why; executes and writes nothing. What setup or a command would"
                        + " bring forth is not known before. WORKFLOW is a file, or `-` for stdin.",
                List.of(Argument.required("WORKFLOW")),
                options);
    }

    @Override
    public int run(Invocation call) {
        var execution = new Execution(call, Merging.ASKED);
        var loading = execution.loading();
        var loaded = loading.load(call.arguments().words().getFirst());
        return execution.plan(loading, RunCommand.request(call, execution, loading, loaded));
    }
}
