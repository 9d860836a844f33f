package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.merge.MergeRecovery.Tangle;
import dev.prodigy.runtime.git.worktree.StaleLocks;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a `git merge` that was cut off has left in the user's checkout, and how that is taken back (spec 03 §8, §14).
///
/// git moves the branch last, the index before it in one step, the files first. So the index is the target's or the
/// merge's, and each file that the merge changes holds what the target has, what the merge brings, or a beginning of
/// it. Where this holds nothing is lost by putting the files back; all others are left alone. The merge's processes
/// are gone.
final class HalfMerge {
    private final Repository repository;
    private final WorkTree checkout;
    private final String branch;
    private final ObjectId before;
    private final ObjectId tip;

    /// @param branch full name of what is checked out there
    /// @param before what the branch pointed to when the merge began
    /// @param tip what was being merged
    HalfMerge(Repository repository, WorkTree checkout, String branch, ObjectId before, ObjectId tip) {
        this.repository = repository;
        this.checkout = checkout;
        this.branch = branch;
        this.before = before;
        this.tip = tip;
    }

    /// Takes the merge back.
    ///
    /// @return why not: then nothing was touched. Nothing when none of the merge is left
    /// @throws GitFailure GIT_ERROR
    Optional<Tangle> undo() {
        if (!repository.refs().find(branch).equals(Optional.of(before))) {
            return tangle("the branch has moved since", "look there with " + git("status"));
        }
        if (!clearLocks()) {
            return tangle("another git process is at work there", "wait for it");
        }
        var unfinished = Unfinished.in(checkout);
        boolean announced = unfinished.remove(Unfinished.MERGE);
        if (!unfinished.isEmpty() || (announced && !isOfThis())) {
            return tangle(
                    "another operation is unfinished there",
                    "finish it, or give it up: " + git("status") + " says how");
        }
        return switch (new OffTreeMerge(repository).merge(checkout, before, tip)) {
            case OffTreeMerge.Result.Clean(var merged) -> undo(merged, announced);
            case OffTreeMerge.Result.Conflicting _ ->
                announced || !Status.ofTracked(repository.git(), checkout).isClean()
                        ? tangle("the merge is no longer one without conflicts", putAside("stash"))
                        : Optional.empty();
        };
    }

    /// The branch has moved, and git died before it had tidied up behind it.
    void tidyUp() {
        if (clearLocks()) {
            quit();
        }
    }

    /// Makes git forget that this merge is under way. No file changes.
    void quit() {
        if (Unfinished.in(checkout).contains(Unfinished.MERGE) && isOfThis()) {
            repository.git().run(GitCommand.at(checkout, "merge", "--quit")).orThrow(GitCode.GIT_ERROR);
        }
    }

    /// @param announced whether git had noted that a merge is under way
    private Optional<Tangle> undo(ObjectId merged, boolean announced) {
        boolean staged = !isIndexOf(before);
        if (staged && !isIndexOf(merged)) {
            return tangle("something else is staged there too", putAside("stash"));
        }
        var brought = MergedFiles.between(repository, checkout, before, merged);
        var touched = touched(brought, staged);
        var foreign = brought.foreign(touched);
        if (!foreign.isEmpty()) {
            boolean nothingOfThis = !staged && !announced && foreign.size() == touched.size();
            return nothingOfThis
                    ? Optional.empty()
                    : tangle(
                            "changed there since the merge began: " + FewNames.of(foreign),
                            putAside("stash --include-untracked"));
        }
        if (!touched.isEmpty()) {
            brought.deleteAdded();
            run("read-tree", "-i", "-m", before.hex());
            restore(brought.known());
        }
        if (staged || announced) {
            run("reset", "-q", "--merge", before.hex());
        }
        return Optional.empty();
    }

    private static Optional<Tangle> tangle(String reason, String remedy) {
        return Optional.of(new Tangle(reason, remedy));
    }

    private String git(String command) {
        return "`git -C " + checkout.root() + " " + command + "`";
    }

    private String putAside(String command) {
        return "put everything there aside with " + git(command) + "; once the run is merged, " + git("stash pop")
                + " brings your changes back";
    }

    /// @return the files of the merge that are not as the index has them, and those it adds that are there too early
    private List<String> touched(MergedFiles brought, boolean staged) {
        var touched = new ArrayList<String>();
        for (var entry : Status.ofTracked(repository.git(), checkout).entries()) {
            if (entry.kind() == StatusEntry.Kind.TRACKED && entry.unstaged() != '.' && brought.has(entry.path())) {
                touched.add(entry.path());
            }
        }
        if (!staged) {
            touched.addAll(brought.addedThatExist());
        }
        return touched;
    }

    private boolean isIndexOf(ObjectId tree) {
        return repository
                .git()
                .run(GitCommand.at(checkout, "diff-index", "--cached", "--quiet", tree.hex()))
                .ok();
    }

    /// @param paths in the index
    private void restore(List<String> paths) {
        var command = GitCommand.at(checkout, "checkout-index", "-f", "-u", "-z", "--stdin")
                .reading(paths.stream().map(path -> path + "\0").collect(Collectors.joining()));
        repository.git().run(command).orThrow(GitCode.GIT_ERROR);
    }

    private void run(String... arguments) {
        repository.git().run(GitCommand.at(checkout, arguments)).orThrow(GitCode.GIT_ERROR);
    }

    /// There was no lock when the merge began, its git is dead, and where no other git is at work the lock is its.
    ///
    /// @return whether none is left
    private boolean clearLocks() {
        var locks = StaleLocks.ofMerge(checkout, repository.commonDir(), branch);
        if (locks.isEmpty()) {
            return true;
        }
        if (GitAtWork.in(checkout)) {
            return false;
        }
        StaleLocks.remove(locks);
        return true;
    }

    private boolean isOfThis() {
        return Unfinished.merging(checkout).filter(tip.hex()::equals).isPresent();
    }
}
