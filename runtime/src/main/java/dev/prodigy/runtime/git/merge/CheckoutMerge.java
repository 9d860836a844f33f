package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.home.StorageFailure;
import java.util.List;
import java.util.Optional;

/// `git merge` in a checkout of the user's, in the user's name. Whatever goes wrong, the checkout is afterwards as it
/// was (spec 03 §11).
final class CheckoutMerge {
    private final Repository repository;
    private final WorkTree checkout;
    private final String branch;
    private final MergeProcesses processes;

    /// @param branch full name of what is checked out there
    CheckoutMerge(Repository repository, WorkTree checkout, String branch, MergeProcesses processes) {
        this.repository = repository;
        this.checkout = checkout;
        this.branch = branch;
        this.processes = processes;
    }

    /// @param before what the branch points to
    TargetMergeResult merge(ObjectId before, ObjectId tip, String message) {
        var command = GitCommand.in(checkout.root(), "merge", "--no-ff", "--commit", "--no-squash", "--no-autostash")
                .and("--no-edit", "--no-log", "--no-progress", "-m", message, tip.hex())
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
        var files = abort(before, tip);
        if (result.interrupted()) {
            return new TargetMergeResult.Interrupted();
        }
        if (fault.isPresent()) {
            throw fault.get();
        }
        if (!files.isEmpty()) {
            return new TargetMergeResult.Conflict(before, files);
        }
        return new TargetMergeResult.Failed(evidence(result), checkout.root());
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

    /// The checkout was clean before. Where more than the merge has changed it since, git undoes what it can without
    /// losing any of that.
    ///
    /// @return the files that were in conflict, because the branch moved after the preview
    private List<String> abort(ObjectId before, ObjectId tip) {
        if (half(before, tip).undo().isEmpty()) {
            return List.of();
        }
        var status = Status.ofTracked(repository.git(), checkout);
        if (Unfinished.in(checkout).contains(Unfinished.MERGE)) {
            repository.git().run(GitCommand.at(checkout, "merge", "--abort")).orThrow(GitCode.GIT_ERROR);
        } else if (!status.isClean()) {
            var reset = GitCommand.at(checkout, "reset", "-q", "--merge", before.hex());
            repository.git().run(reset).orThrow(GitCode.GIT_ERROR);
        }
        return status.entries().stream()
                .filter(entry -> entry.kind() == StatusEntry.Kind.UNMERGED)
                .map(StatusEntry::path)
                .toList();
    }
}
