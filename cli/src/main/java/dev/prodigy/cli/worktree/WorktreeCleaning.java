package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.Remedy;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.cleanup.Removal;
import dev.prodigy.runtime.git.salvage.Saved;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What cleaners remove, keep and save, and how they tell of it.
final class WorktreeCleaning {
    static final Option<Boolean> DRY_RUN = Option.flag("only say what would be removed", "--dry-run");

    private static final String UNTOLD = "What was removed is gone; only the journal of its run does not tell of it.";

    private final Invocation call;
    private final List<String> removed = new ArrayList<>();
    private final List<Value> kept = new ArrayList<>();
    private final List<Value> salvaged = new ArrayList<>();
    private @Nullable CommandFailure failure;

    WorktreeCleaning(Invocation call) {
        this.call = call;
    }

    /// Removes a worktree, or with `--dry-run` says so.
    void remove(Worktrees.Found found) {
        var entry = found.entry();
        switch (call.has(DRY_RUN) ? found.of().foresee(entry) : found.of().remove(entry)) {
            case Removal.Kept(var name, var reason) -> keep(name, reason);
            case Removal.Removed(var name, var saved, var untold) -> {
                gone(name);
                failure = failure == null && untold != null ? Remedy.behind(untold, UNTOLD) : failure;
                saved.forEach(each -> {
                    switch (each) {
                        case Saved.Nothing _ -> {}
                        case Saved.Kept where -> saved(name, where.ref());
                        case Saved.Retired where ->
                            saved(name, where.where().root().toString());
                    }
                });
            }
        }
    }

    /// Something is removed.
    void gone(String name) {
        removed.add(name);
        line((call.has(DRY_RUN) ? "would remove " : "removed ") + name);
    }

    /// Something stays.
    void keep(String name, String reason) {
        kept.add(new FieldsWriter().put("name", name).put("reason", reason).done());
        line("kept " + name + ": " + reason);
    }

    private void saved(String name, String ref) {
        salvaged.add(new FieldsWriter().put("name", name).put("ref", ref).done());
        line((call.has(DRY_RUN) ? "would save what is in " : "saved what was in ") + name + " as " + ref);
    }

    private void line(String text) {
        if (!call.json()) {
            call.line(text);
        }
    }

    /// Concludes what was about a worktree or run that somebody named.
    ///
    /// @return the exit code: what is named and stays was not possible (spec 05 §1)
    int concludeNamed() {
        int done = conclude();
        return kept.isEmpty() || call.has(DRY_RUN) || done != ExitCode.OK ? done : ExitCode.NOT_POSSIBLE;
    }

    /// Concludes, and tells of a journal that could not take in what was done.
    ///
    /// @return the exit code
    int conclude() {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("removed", removed)
                    .put("kept", new Value.Items(kept))
                    .put("salvaged", new Value.Items(salvaged))
                    .put("dry_run", call.has(DRY_RUN))
                    .put("error", failure == null ? null : failure.toValue())
                    .done());
        } else if (removed.isEmpty() && kept.isEmpty()) {
            call.note("nothing to remove");
        } else if (failure != null) {
            JournalEnding.tell(call, failure);
        }
        return failure == null ? ExitCode.OK : failure.exitCode();
    }
}
