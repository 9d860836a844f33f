package dev.prodigy.cli.clean;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.view.LostJournal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Removes parts of chosen runs, once that is confirmed, and tells what went and what stayed (spec 05
/// §2.10).
public final class Cleaning {
    private final Invocation call;
    private final RunArgument runs;
    private final RunRemoval removal;
    private final Protection protection;
    private final List<Cleanable> chosen = new ArrayList<>();
    private final List<Value> kept = new ArrayList<>();
    private final List<RunRemoval.Salvaged> salvaged = new ArrayList<>();
    private Folders.Size removed = Folders.Size.NOTHING;
    private int removedRuns;

    /// Nothing is chosen yet.
    public Cleaning(Invocation call, RunArgument runs) {
        this.call = call;
        this.runs = runs;
        this.removal = new RunRemoval(runs.home(), call.console());
        this.protection = new Protection(runs);
    }

    /// Chooses a run, unless something speaks against removing it.
    ///
    /// @param includeResumable whether runs that can go on, or have dead letters, may be removed too
    /// @return whether it is chosen
    public boolean choose(Cleanable run, boolean includeResumable) {
        return choose(run, protection.of(run, includeResumable));
    }

    /// Chooses a run of which only what is made of its journal goes, unless it could not be made anew.
    void chooseViews(Cleanable run) {
        choose(run, run.protectionOfViews(runs));
    }

    private boolean choose(Cleanable run, @Nullable String reason) {
        if (reason == null) {
            chosen.add(run);
            return true;
        }
        keep(run, reason);
        return false;
    }

    /// @return how much the home keeps of a run
    public long bytes(Cleanable run) {
        return removal.everything().measure(run.run()).bytes();
    }

    /// @return what can be removed
    public RunRemoval removal() {
        return removal;
    }

    /// Removes a part of the chosen runs.
    ///
    /// @param question what to ask before, such as `Remove the logs of`
    /// @return the exit code
    public int carryOut(RunRemoval.Part part, String question, boolean dryRun) {
        if (dryRun) {
            chosen.forEach(run -> take(run, part(run, part).foresee(run.run())));
            return report(true, null);
        }
        var concerned = chosen.stream()
                .filter(run -> part(run, part).isAnything(run.run()))
                .toList();
        if (!concerned.isEmpty()
                && !Confirmation.isGiven(call, question + " " + Counted.of(concerned.size(), "run") + "?")) {
            return report(false, Confirmation.missing("nothing was removed"));
        }
        for (var run : concerned) {
            take(run, part(run, part).remove(run.run()));
        }
        return report(false, null);
    }

    private void take(Cleanable run, RunRemoval.Outcome outcome) {
        switch (outcome) {
            case RunRemoval.Outcome.Kept(var reason) -> keep(run, reason);
            case RunRemoval.Outcome.Gone(var size, var saved) -> {
                add(size);
                salvaged.addAll(saved);
            }
        }
    }

    private RunRemoval.Part part(Cleanable run, RunRemoval.Part part) {
        boolean wasRun = run.begun() || LostJournal.of(runs.home(), run.run()).isPresent();
        return wasRun ? part : removal.unbegun();
    }

    private void add(Folders.Size size) {
        if (size.files() > 0) {
            removed = removed.plus(size);
            removedRuns++;
        }
    }

    private void keep(Cleanable run, String reason) {
        kept.add(new FieldsWriter()
                .put("run_id", run.run().run().text())
                .put("reason", reason)
                .done());
    }

    private int report(boolean dryRun, @Nullable CommandFailure failure) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put(
                            "removed",
                            new FieldsWriter()
                                    .put("runs", removedRuns)
                                    .put("files", removed.files())
                                    .put("bytes", removed.bytes())
                                    .done())
                    .put("kept", new Value.Items(List.copyOf(kept)))
                    .put("salvaged", new Value.Items(salvagedItems()))
                    .put("dry_run", dryRun)
                    .put("error", failure == null ? null : failure.toValue())
                    .done());
        } else if (failure == null) {
            call.line((dryRun ? "would remove " : "removed ") + Counted.of(removed.files(), "file") + " ("
                    + removed.bytes() + " bytes) of " + Counted.of(removedRuns, "run"));
            salvaged.forEach(each -> call.line((dryRun ? "would save what is in " : "saved what was in ")
                    + each.worktree() + " as " + each.ref()));
            kept.forEach(each -> {
                if (each instanceof Value.Fields fields
                        && fields.get("run_id") instanceof Value.Text(var id)
                        && fields.get("reason") instanceof Value.Text(var reason)) {
                    call.line("kept " + id + ": " + reason);
                }
            });
        } else {
            call.console().err().println("prodigy: " + failure.message() + "\n\n" + failure.hint());
        }
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    private List<Value> salvagedItems() {
        return salvaged.stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("name", each.worktree())
                        .put("ref", each.ref())
                        .done())
                .toList();
    }
}
