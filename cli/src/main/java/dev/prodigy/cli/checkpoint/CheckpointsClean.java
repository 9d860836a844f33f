package dev.prodigy.cli.checkpoint;

import dev.prodigy.cli.clean.Cleanable;
import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.RunRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `prodigy checkpoints clean` and `checkpoints delete`: removes the files only; the next resume makes
/// them again.
public final class CheckpointsClean implements Command {
    private static final Option<Boolean> ALL = Option.flag("those of all runs of this repository", "--all", "-a");

    @Override
    public Signature signature() {
        return Signature.of(
                "Removes checkpoint files and snapshots. Nothing is lost with them: the journal tells it all. Those of"
                        + " a run whose journal is damaged stay.",
                List.of(Argument.optional("RUN")),
                List.of(ALL, Confirmation.FORCE, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        var removed = new ArrayList<String>();
        var kept = new LinkedHashMap<String, String>();
        for (var each : Cleanable.of(runs, chosen(call, runs, text))) {
            var run = each.run();
            var reason = each.protectionOfViews(runs);
            if (reason != null) {
                kept.put(run.run().text(), reason);
            } else if (Folders.delete(runs.home().state(run.repo(), run.run())).files() > 0) {
                removed.add(run.run().text());
            }
        }
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("removed", removed)
                    .put(
                            "kept",
                            new Value.Items(kept.entrySet().stream()
                                    .<Value>map(each -> kept(each.getKey(), each.getValue()))
                                    .toList()))
                    .put("salvaged", List.<String>of())
                    .put("dry_run", false)
                    .done());
        } else {
            removed.forEach(run -> call.line("removed the checkpoint of " + run));
            kept.forEach((run, reason) -> call.line("kept the checkpoint of " + run + ": " + reason));
            if (removed.isEmpty() && kept.isEmpty()) {
                call.note("nothing to remove");
            }
        }
        return ExitCode.OK;
    }

    private static List<RunRef> chosen(Invocation call, RunArgument runs, @Nullable String text) {
        if (!call.has(ALL)) {
            return List.of(runs.resolve(text));
        }
        return call.has(Globals.ALL_REPOS) ? runs.everywhere() : runs.here();
    }

    private static Value kept(String run, String reason) {
        return new FieldsWriter().put("name", run).put("reason", reason).done();
    }
}
