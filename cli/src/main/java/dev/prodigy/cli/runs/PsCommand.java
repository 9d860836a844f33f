package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.runtime.view.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `prodigy ps`: the runs that a process works on now.
public final class PsCommand implements Command {
    /// Lists live runs.
    public PsCommand() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "The runs of this repository; outside of one, and with --all-repos, those of the whole home.",
                List.of(),
                List.of());
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var service = RunServices.of(call.console());
        var failures = new ArrayList<CommandFailure>();
        var all = call.has(Globals.ALL_REPOS) ? runs.everywhere() : runs.here();
        var live = new ArrayList<ListedRun>();
        for (var run : all) {
            var found =
                    RunEnd.isHeld(runs, run) ? RunsList.record(service, run, failures) : Optional.<RunRecord>empty();
            var listed = found.filter(RunRecord::isLive).map(record -> ListedRun.of(runs.home(), run, record));
            listed.map(ListedRun::failure).ifPresent(failures::add);
            listed.ifPresent(live::add);
        }
        return RunTable.print(call, live, failures);
    }
}
