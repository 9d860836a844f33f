package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.run.RunService;
import dev.prodigy.runtime.view.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// `prodigy runs ls`, `sessions ls` and `resume list`: runs, the newest first.
public final class RunsList implements Command {
    private static final int USUALLY = 20;
    private static final Option<String> STATUS = Option.value(
            Values.oneOf(
                    "running",
                    "paused",
                    "waiting",
                    "completed",
                    "completed_with_failures",
                    "failed",
                    "stopped",
                    "timed_out",
                    "cancelled",
                    "interrupted"),
            "S",
            "only those with this status",
            "--status");
    private static final Option<String> MODE =
            Option.value(Values.oneOf("standard", "mapreduce", "graph"), "M", "only those of this mode", "--mode");
    private static final Option<Boolean> RESUMABLE =
            Option.flag("only those that `resume` would go on with", "--resumable");
    private static final Option<Boolean> CHILDREN = Option.flag("also runs that runs have started", "--children");
    private static final Option<Integer> LIMIT =
            Option.value(Values::count, "N", "the newest N; usually 20", "--limit", "-n");

    /// Lists runs.
    public RunsList() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "The runs of this repository; outside of one, and with --all-repos, those of the whole home.",
                List.of(),
                List.of(STATUS, MODE, RESUMABLE, CHILDREN, LIMIT));
    }

    @Override
    public int run(Invocation call) {
        return list(call, call.has(RESUMABLE));
    }

    /// Lists the runs that `resume` would go on with.
    ///
    /// @return the exit code
    public static int resumable(Invocation call) {
        return list(call, true);
    }

    private static int list(Invocation call, boolean resumable) {
        var limit = call.value(LIMIT);
        int most = limit == null ? USUALLY : limit;
        var runs = new RunArgument(call.console());
        var service = RunServices.of(call.console());
        var wanted = wanted(call);
        var listed = new ArrayList<ListedRun>();
        var failures = new ArrayList<CommandFailure>();
        for (var run : runs.withLost(call.has(Globals.ALL_REPOS))) {
            if (listed.size() == most) {
                break;
            }
            var found =
                    record(service, run, failures).filter(wanted).map(record -> ListedRun.of(runs.home(), run, record));
            found.map(ListedRun::failure).ifPresent(failures::add);
            found.filter(each -> !resumable || each.isResumable()).ifPresent(listed::add);
        }
        return RunTable.print(call, listed, failures);
    }

    /// @return the record; nothing where what is damaged keeps it from being made
    static Optional<RunRecord> record(RunService service, RunRef run, List<CommandFailure> failures) {
        try {
            return Optional.of(service.record(run));
        } catch (JournalDamaged e) {
            failures.add(JournalEnding.failure(e));
            return Optional.empty();
        }
    }

    private static Predicate<RunRecord> wanted(Invocation call) {
        var status = call.value(STATUS);
        var mode = call.value(MODE);
        return record -> (status == null || status.equals(record.status()))
                && (mode == null || mode.equals(record.origin().mode()))
                && (call.has(CHILDREN) || record.origin().parentRunId() == null);
    }
}
