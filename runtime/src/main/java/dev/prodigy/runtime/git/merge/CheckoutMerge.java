package dev.prodigy.runtime.git.merge;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `git merge` in a checkout of the user's, in the user's name. Whatever goes wrong, the checkout is afterwards as it
/// was (spec 03 §11).
final class CheckoutMerge {
    /// Variable that names the lock of the merge to the user's hooks.
    static final String TURN = "PRODIGY_MERGE_TURN";

    private static final String NOTHING = "PRODIGY_NOTHING";

    private final Worksite site;
    private final Repository repository;
    private final WorkTree checkout;
    private final String branch;
    private final String runId;
    private final Path turn;
    private final MergeProcesses processes;

    /// @param branch full name of what is checked out there
    /// @param runId whose commits are merged
    /// @param turn lock file of the merges into the repository
    CheckoutMerge(Worksite site, WorkTree checkout, String branch, String runId, Path turn, MergeProcesses processes) {
        this.site = site;
        this.repository = site.repository();
        this.checkout = checkout;
        this.branch = branch;
        this.runId = runId;
        this.turn = turn;
        this.processes = processes;
    }

    /// @param before what the branch points to
    TargetMergeResult merge(ObjectId before, ObjectId tip, String message) {
        var command = GitCommand.in(checkout.root(), "--config-env=" + mergeOptions() + "=" + NOTHING)
                .and("merge", "--strategy=ort", "--no-ff", "--commit", "--no-squash", "--no-autostash")
                .and("--no-edit", "--no-log", "--no-progress", "-m", message, tip.hex())
                .with(NOTHING, "")
                .with(TURN, turn.toString())
                .with(repository.identity().variables())
                .with(processes.variables())
                .asUser();
        var result = repository.git().run(command);
        var after = repository.refs().find(branch);
        if (after.isPresent() && repository.objects().isAncestor(tip, after.get())) {
            if (!result.ok()) {
                processes.end();
                half(before, tip).tidyUp();
            }
            return new TargetMergeResult.Merged(after.get(), before, checkout.root());
        }
        processes.end(); // a hook that outlived git would go on in the files that are put back
        var fault = fault(result); // before room is made by putting them back
        var takenBack = abort(before, tip, evidence(result));
        if (result.interrupted()) {
            return new TargetMergeResult.Interrupted();
        }
        if (fault.isPresent()) {
            throw fault.get();
        }
        if (!takenBack.conflicts().isEmpty()) {
            return new TargetMergeResult.Conflict(before, takenBack.conflicts());
        }
        return new TargetMergeResult.Failed(evidence(result), checkout.root(), takenBack.saved());
    }

    /// What is merged is what was previewed: the branch's own options may ask for another strategy.
    private String mergeOptions() {
        return "branch." + RefNames.shortBranch(branch) + ".mergeOptions";
    }

    /// @return the machine's fault that kept git from merging, if it was one
    private Optional<StorageFailure> fault(GitResult result) {
        return StorageFailure.told(result.errors(), checkout.root())
                .map(reason -> new StorageFailure(
                        reason,
                        checkout.root(),
                        "git could not merge in " + checkout.root() + ", "
                                + reason.code().replace('_', ' ') + ": " + evidence(result),
                        null));
    }

    /// What a signal ended says nothing itself. Whose signal it was is not known here: the run's own end sends one too.
    private static String evidence(GitResult result) {
        var said = (result.errors() + result.output()).strip();
        return said.isEmpty() && result.signal() != 0 ? "killed by signal " + result.signal() : said;
    }

    private HalfMerge half(ObjectId before, ObjectId tip) {
        return new HalfMerge(repository, checkout, branch, before, tip);
    }

    /// How a merge was taken back.
    ///
    /// @param conflicts files that were in conflict, because the branch moved after the preview
    /// @param saved reference that keeps what had to give way, or null
    private record TakenBack(
            List<String> conflicts, @Nullable String saved) {}

    /// The checkout was clean before. Where more than the merge has changed it since, git undoes what it can without
    /// losing any of that. Where it cannot, as when a hook has changed files of the merge, they are saved and
    /// give way.
    ///
    /// @param evidence what git and the hooks said
    private TakenBack abort(ObjectId before, ObjectId tip, String evidence) {
        if (half(before, tip).undo().isEmpty()) {
            return new TakenBack(List.of(), null);
        }
        var status = Status.ofTracked(repository.git(), checkout);
        boolean announced = Unfinished.in(checkout).contains(Unfinished.MERGE);
        var abort = announced
                ? GitCommand.at(checkout, "merge", "--abort")
                : GitCommand.at(checkout, "reset", "-q", "--merge", before.hex());
        String saved = null;
        if ((announced || !status.isClean()) && !repository.git().run(abort).ok()) {
            saved = giveWay(before, status, evidence);
        }
        var conflicts = status.entries().stream()
                .filter(entry -> entry.kind() == StatusEntry.Kind.UNMERGED)
                .map(StatusEntry::path)
                .toList();
        return new TakenBack(conflicts, saved);
    }

    /// @return the reference that keeps what was there
    private String giveWay(ObjectId before, Status status, String evidence) {
        try {
            var ref = site.salvage().freeName(RefNames.salvage(runId) + "merge-");
            site.salvage().saveFiles(checkout, status, before, ref);
            var reset = GitCommand.at(checkout, "reset", "-q", "--hard", before.hex());
            repository.git().run(reset).orThrow(GitCode.GIT_ERROR);
            return ref;
        } catch (GitFailure e) {
            throw new GitFailure(
                    GitCode.GIT_ERROR,
                    "git merge failed (" + evidence.lines().findFirst().orElse("it said nothing") + "), and "
                            + checkout.root() + " is in the middle of it: what was changed there meanwhile cannot be"
                            + " saved (" + e.getMessage()
                            + "); keep what you need of it, then take the merge back with `git -C "
                            + ShellQuote.word(checkout.root().toString()) + " reset --hard`");
        }
    }
}
