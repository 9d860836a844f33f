package dev.prodigy.cli.fsck;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalEnd;
import java.util.ArrayList;
import java.util.List;

/// `prodigy fsck`.
public final class FsckCommand implements Command {
    private static final Option<Boolean> ALL = Option.flag("all runs of the home", "--all", "-a");
    private static final Option<Boolean> REPAIR =
            Option.flag("cut torn tails and make views anew that are missing or stale", "--repair");
    private static final Option<Boolean> SALVAGE =
            Option.flag("replace a damaged journal by what can be saved of it; the original stays", "--salvage");

    @Override
    public Signature signature() {
        return Signature.of(
                "Reads every line and every checksum of a run. Ends with 1 when a run stays damaged; an unfinished last line"
                        + " is no damage.",
                List.of(Argument.optional("RUN")),
                List.of(ALL, REPAIR, SALVAGE, Confirmation.FORCE, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        var wish = new RunCheck.Wish(call.has(REPAIR), call.has(SALVAGE));
        var found = new ArrayList<RunCheck.Report>();
        for (var run : call.has(ALL) ? all(runs) : List.of(runs.traces(text))) {
            var report = new RunCheck(call, runs.home(), run).carryOut(wish);
            found.add(report);
            if (call.json()) {
                report.notes().forEach(note -> call.console().err().println("prodigy: " + run.run() + ": " + note));
            } else {
                print(call, run, report);
            }
        }
        boolean isOk = found.stream().noneMatch(RunCheck.Report::isDamaged);
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("ok", isOk)
                    .put(
                            "runs",
                            new Value.Items(found.stream()
                                    .<Value>map(RunCheck.Report::toFields)
                                    .toList()))
                    .done());
        }
        for (var report : found) {
            if (report.check().ending() instanceof JournalEnd.Newer newer) {
                var failure = JournalEnding.failure(newer);
                JournalEnding.tell(call, failure);
                return failure.exitCode();
            }
        }
        return isOk ? ExitCode.OK : ExitCode.NOT_POSSIBLE;
    }

    private static List<RunRef> all(RunArgument runs) {
        var all = new ArrayList<>(runs.everywhere());
        all.addAll(runs.lost(true));
        return all;
    }

    private static void print(Invocation call, RunRef run, RunCheck.Report report) {
        var style = call.style();
        var status = report.isDamaged() ? style.bad(report.status()) : style.good(report.status());
        call.line(run.run() + "  " + status + "  " + Counted.of(report.check().records(), "event") + " in "
                + Counted.of(report.check().files(), "file"));
        report.check().damage().forEach(damage -> call.line("  " + damage.kind().code() + "  " + damage.describe()));
        report.missing().forEach(file -> call.line("  missing  " + file));
        report.stale().forEach(file -> call.line("  stale    " + file));
        report.notes().forEach(note -> call.line("  " + note));
    }
}
