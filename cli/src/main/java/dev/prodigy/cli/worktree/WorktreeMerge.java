package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.run.MergeWithSteps;
import dev.prodigy.cli.run.RepeatedEnd;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.Remedy;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.git.cleanup.WorktreeState;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.run.merge.LateMerge;
import dev.prodigy.runtime.run.worktree.RunWorktrees;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.view.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `prodigy worktree merge`: merges what runs have committed, the command being the consent.
public final class WorktreeMerge implements Command {
    static final Option<Boolean> ALL = Option.flag("of every run whose commits are not merged", "-a", "--all");
    private static final Set<String> CUT_OFF = Set.of("interrupted", "cancelled");
    private static final Set<String> UNMERGED = Set.of("not_merged", "conflict");

    private final List<Value> merged = new ArrayList<>();
    private final List<Value> refused = new ArrayList<>();
    private final List<Value> skipped = new ArrayList<>();
    private @Nullable CommandFailure failure;

    /// Merges.
    public WorktreeMerge() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "Merges a run's commits into its target as the end of the run would. Without argument those of the newest"
                        + " run. A conflict leaves the target as it is. What has no target is left out by --all.",
                List.of(Argument.optional("NAME|RUN")),
                List.of(ALL, RunArgument.OPTION));
    }

    @Override
    public int run(Invocation call) {
        var name = RunArgument.given(call, call.arguments().word(0));
        try (var worktrees = call.has(ALL) ? Worktrees.here(call) : Worktrees.around(call, name)) {
            var sessions = worktrees.all().stream()
                    .filter(each -> each.entry().kind() == WorktreeEntry.Kind.SESSION)
                    .toList();
            var chosen = call.has(ALL)
                    ? sessions.stream()
                            .filter(each -> (each.entry().ahead() > 0 || lacksItsEnd(call, each))
                                    && each.entry().state() != WorktreeState.ACTIVE)
                            .toList()
                    : worktrees.named(sessions, name);
            for (var each : chosen) {
                if (call.has(ALL)) {
                    mergeAmongOthers(call, worktrees, each);
                } else {
                    worktrees.lost(each).map(JournalEnding::lost).ifPresent(failure -> {
                        throw failure;
                    });
                    merge(call, each);
                }
            }
            if (chosen.isEmpty() && !call.has(ALL) && !worktrees.opened().isEmpty()) {
                mergeWithoutWorktree(call, worktrees, name);
            }
            return conclude(call);
        }
    }

    /// Its branch may have been merged and removed with it, or be there without it.
    private void mergeWithoutWorktree(Invocation call, Worktrees worktrees, @Nullable String name) {
        var id = new RunArgument(call.console()).resolve(name).run().text();
        for (var each : worktrees.opened()) {
            each.run(id)
                    .filter(run -> !run.record().place().merge().equals("none"))
                    .ifPresent(run -> {
                        var ended = lacksItsEnd(call, run) ? RepeatedEnd.of(call, run.ref()) : null;
                        tell(call, id, id, ended == null ? late(call, run) : ended);
                        tidyUp(each, id);
                    });
        }
    }

    private int conclude(Invocation call) {
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("merged", new Value.Items(merged))
                    .put("not_merged", new Value.Items(refused))
                    .put("skipped", new Value.Items(skipped))
                    .put("error", failure == null ? null : failure.toValue())
                    .done());
        } else if (merged.isEmpty() && refused.isEmpty() && skipped.isEmpty()) {
            call.note("nothing to merge");
        }
        if (failure != null) {
            return failure.exitCode();
        }
        if (refused.isEmpty()) {
            return ExitCode.OK;
        }
        var codes =
                Set.of(Value.of(EndEvent.Interrupted.CAPTURED_SECRET), Value.of(EndEvent.Interrupted.SECRET_MISSING));
        boolean lacksSecret = refused.stream()
                .anyMatch(each -> each instanceof Value.Fields fields && codes.contains(fields.get("code")));
        return lacksSecret ? ExitCode.USAGE : ExitCode.NOT_POSSIBLE;
    }

    /// A journal that is damaged, or that cannot be written, keeps its own run from being merged, not the others.
    private void mergeAmongOthers(Invocation call, Worktrees worktrees, Worktrees.Found found) {
        var lost = worktrees.lost(found);
        if (lost.isPresent()) {
            refuse(call, found.entry(), JournalEnding.lost(lost.get()));
            return;
        }
        try {
            merge(call, found);
        } catch (JournalDamaged e) {
            refuse(call, found.entry(), JournalEnding.failure(e));
        } catch (StorageFailure e) {
            refuse(call, found.entry(), Remedy.failure(e));
        }
    }

    private void refuse(Invocation call, WorktreeEntry entry, CommandFailure reason) {
        failure = failure == null ? reason : failure;
        var refused = new LateMerge.Outcome.Refused(reason.code(), reason.message(), reason.hint());
        tell(call, entry.name(), entry.runId(), refused);
    }

    private void merge(Invocation call, Worktrees.Found found) {
        var entry = found.entry();
        var run = found.run();
        if (run.isEmpty()) {
            var remove = "prodigy worktree clean-orphaned";
            cannot(call, entry, "its run is gone; " + remove + " removes it", remove);
            return;
        }
        if (run.get().record().place().target() == null) {
            if (entry.ahead() > 0) {
                var merge = "git merge prodigy/" + entry.runId();
                cannot(
                        call,
                        entry,
                        "it was started on a detached HEAD and has no target; merge it yourself: " + merge
                                + ", then prodigy worktree clean " + entry.runId(),
                        merge);
            }
            return;
        }
        boolean repeats = entry.ahead() > 0 ? cameToItsMerge(run.get().record()) : lacksItsEnd(call, found);
        var ended = repeats ? RepeatedEnd.of(call, run.get().ref()) : null;
        var outcome = ended == null ? late(call, run.get()) : ended;
        tell(call, entry.name(), entry.runId(), outcome);
        if (ended == null && outcome instanceof LateMerge.Outcome.Merged) {
            tellWhatIsOpen(call, run.get());
            tidyUp(found.of(), entry.runId());
        }
    }

    /// What this command can never merge fails it only where it is named.
    private void cannot(Invocation call, WorktreeEntry entry, String reason, String hint) {
        if (!call.has(ALL)) {
            tell(call, entry.name(), entry.runId(), refused(reason, hint));
            return;
        }
        skipped.add(new FieldsWriter()
                .put("name", entry.name())
                .put("run_id", Value.of(entry.runId()))
                .put("reason", reason)
                .put("hint", hint)
                .done());
        if (!call.json()) {
            call.note(entry.name() + " is left out: " + reason);
        }
    }

    /// What a run that is over has merged, it needs no more (spec 03 §12).
    private static void tidyUp(RunWorktrees worktrees, @Nullable String runId) {
        boolean isOver = worktrees
                .run(runId)
                .filter(run -> run.record().status().startsWith("completed"))
                .isPresent();
        if (isOver) {
            worktrees.list().stream()
                    .filter(each -> each.kind() == WorktreeEntry.Kind.SESSION
                            && String.valueOf(runId).equals(each.runId()))
                    .filter(each -> each.state() == WorktreeState.MERGED && !each.dirty())
                    .forEach(worktrees::remove);
        }
    }

    /// A run that goes on will commit more.
    private static void tellWhatIsOpen(Invocation call, RunWorktrees.Run run) {
        var status = run.record().status();
        if (!status.startsWith("completed")) {
            var id = run.ref().run().text();
            call.note(id + " is " + status + ": what it has committed so far is merged; prodigy resume " + id
                    + " does the rest");
        }
    }

    /// Merges what a run has committed that did not come to its merge, or left it out.
    private static LateMerge.Outcome late(Invocation call, RunWorktrees.Run run) {
        var service = RunServices.of(call.console(), run.ref());
        try (var worktrees = service.worktrees(run.ref().repo()).orElseThrow()) {
            var outcome = worktrees.merge(run, call::note);
            if (!(outcome instanceof LateMerge.Outcome.StepsFirst)) {
                return outcome;
            }
            var merged = MergeWithSteps.of(call, run.ref());
            return merged == null ? worktrees.merge(run, call::note) : merged;
        }
    }

    private static LateMerge.Outcome refused(String reason, @Nullable String hint) {
        return new LateMerge.Outcome.Refused("MERGE_REFUSED", reason, hint);
    }

    /// Whether only the merge is missing: then the end of the run is repeated, with the workflow's own merge steps. It
    /// may have failed, or been cut off.
    private static boolean cameToItsMerge(RunRecord record) {
        return record.status().startsWith("completed")
                || "merge".equals(record.course().phase());
    }

    /// Whether the merge may be made, but nothing behind it: the run was cut off there, or a person has merged its
    /// branch.
    private static boolean lacksItsEnd(Invocation call, Worktrees.Found found) {
        return found.run()
                .filter(run -> cameToItsMerge(run.record()))
                .filter(run -> CUT_OFF.contains(run.record().status())
                        || (found.entry().state() == WorktreeState.MERGED
                                && UNMERGED.contains(run.record().place().merge()))
                        || lacksItsEnd(call, run))
                .isPresent();
    }

    /// Whether an earlier merge of a run that is over was cut off behind everything but its end.
    private static boolean lacksItsEnd(Invocation call, RunWorktrees.Run run) {
        return !run.record().isLive()
                && run.record().status().startsWith("completed")
                && LostJournal.of(Homes.of(call.console()), run.ref()).isEmpty()
                && RunServices.of(call.console(), run.ref()).read(run.ref()).lacksItsEnd();
    }

    private void tell(Invocation call, String name, @Nullable String runId, LateMerge.Outcome outcome) {
        var line = new FieldsWriter().put("name", name).put("run_id", Value.of(runId));
        switch (outcome) {
            case LateMerge.Outcome.Merged(var target, var _, var isOld) -> {
                merged.add(line.put("target", target)
                        .put("already", isOld ? Value.Bool.TRUE : null)
                        .done());
                if (!call.json()) {
                    call.line(
                            isOld
                                    ? name + " is merged into " + target + " already"
                                    : "merged " + name + " into " + target);
                }
            }
            case LateMerge.Outcome.Nothing _ -> {}
            case LateMerge.Outcome.StepsFirst _ ->
                tell(call, name, runId, refused("the workflow's merge steps have not run", null));
            case LateMerge.Outcome.Faulted(var target, var code, var reason, var hint) -> {
                tell(
                        call,
                        name,
                        runId,
                        target == null
                                ? new LateMerge.Outcome.Refused(code, reason, hint)
                                : new LateMerge.Outcome.Merged(target, "", false));
                var fault = new CommandFailure(ExitCode.STORAGE, code, reason, hint);
                failure = failure == null ? fault : failure;
                if (!call.json() && target != null) {
                    JournalEnding.tell(call, fault);
                } else if (!call.json()) {
                    call.console().err().println("\n" + hint);
                }
            }
            case LateMerge.Outcome.Refused(var code, var reason, var hint) -> {
                refused.add(line.put("code", code)
                        .put("reason", reason)
                        .put("hint", hint)
                        .done());
                if (!call.json()) {
                    call.console().err().println("prodigy: " + name + " is not merged: " + code + ": " + reason);
                }
            }
        }
    }
}
