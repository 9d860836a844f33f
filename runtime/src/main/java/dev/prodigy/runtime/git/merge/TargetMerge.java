package dev.prodigy.runtime.git.merge;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.HiddenFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Merges a run's session branch into the user's branch, with one merge commit, and only where that disturbs nothing
/// (spec 03 §11). The caller has the user's consent. Merges into one repository happen one at a time.
public final class TargetMerge {
    private final Worksite site;
    private final MergeTurn turn;
    private final String runId;
    private final String target;
    private final String branch;
    private final OffTreeMerge offTree;

    /// @param turn in the merges into the repository
    /// @param target name of a local branch, without `refs/heads/`; what a symbolic one stands for is merged into
    public TargetMerge(Worksite site, MergeTurn turn, String runId, String target) {
        this.site = site;
        this.turn = turn;
        this.runId = runId;
        this.target = target;
        this.branch = site.repository().branchBehind("refs/heads/" + target);
        this.offTree = new OffTreeMerge(site.repository());
    }

    /// @param tip of the session branch
    /// @return whether the target has it already: then merging is done, by whomever
    public boolean isContained(ObjectId tip) {
        return targetTip()
                .filter(commit -> repository().objects().isAncestor(tip, commit))
                .isPresent();
    }

    /// Where the target has the commits, git may have been ended before it had tidied up behind the merge that brought
    /// them. That is done here; nothing else is touched.
    ///
    /// @param tip of the session branch
    public void tidyUp(ObjectId tip) {
        targetTip()
                .ifPresent(now -> TargetPlace.checkoutsOf(repository(), site.registry(), branch)
                        .forEach(tree -> new HalfMerge(repository(), tree, branch, now, tip).quit()));
    }

    /// Says how a merge would end, and touches nothing.
    ///
    /// @param tip of the session branch
    /// @return why not; nothing when it would be made
    public Optional<TargetMergeResult> preview(ObjectId tip) {
        var before = targetTip();
        if (before.isEmpty()) {
            return Optional.of(new TargetMergeResult.Refused(MergeObstacle.gone(target, runId), null));
        }
        if (repository().objects().isAncestor(tip, before.get())) {
            return Optional.of(new TargetMergeResult.AlreadyContained(before.get()));
        }
        var place = place();
        if (place instanceof TargetPlace.Busy(String reason, Path checkout)) {
            return Optional.of(new TargetMergeResult.Refused(reason, checkout));
        }
        try {
            return switch (offTree.merge(repository().checkout(), before.get(), tip)) {
                case OffTreeMerge.Result.Conflicting(var files) ->
                    Optional.of(new TargetMergeResult.Conflict(before.get(), files));
                case OffTreeMerge.Result.Clean(var merged) ->
                    place instanceof TargetPlace.CleanCheckout(var tree)
                            ? overwriting(tree, before.get(), merged)
                            : Optional.empty();
            };
        } catch (OffTreeMerge.UnrelatedHistories e) {
            var checkout = place instanceof TargetPlace.CleanCheckout(var tree) ? tree.root() : null;
            return Optional.of(new TargetMergeResult.Refused(MergeObstacle.replaced(target, runId, checkout), null));
        }
    }

    /// git itself overwrites files that it ignores. Of those whose changes it was told not to see it only finds in the
    /// middle of a merge that they are in the way.
    private Optional<TargetMergeResult> overwriting(WorkTree tree, ObjectId before, ObjectId merged) {
        var merge = MergedFiles.between(repository(), tree, before, merged);
        var files = merge.inTheWay();
        if (!files.isEmpty()) {
            return Optional.of(new TargetMergeResult.Refused(
                    "files that git does not track would be overwritten there: " + FewNames.of(files)
                            + "; move them away",
                    tree.root()));
        }
        var hidden = HiddenFiles.changed(
                repository().git(), tree, merge::has, repository().scratch());
        return hidden.paths().isEmpty()
                ? Optional.empty()
                : Optional.of(new TargetMergeResult.Refused(shown(tree, hidden), tree.root()));
    }

    private static String shown(WorkTree tree, HiddenFiles.Changed hidden) {
        var names = hidden.paths().stream().map(ShellQuote::word).collect(Collectors.joining(" "));
        return "changes would be overwritten there that --" + hidden.option() + " hides from git: "
                + FewNames.of(hidden.paths()) + "; show them with `git -C "
                + ShellQuote.word(tree.root().toString()) + " update-index --no-" + hidden.option() + " " + names
                + "`, then commit or stash them";
    }

    /// Merges: in the target's checkout with the user's hooks and signing, or without a checkout when it has none.
    ///
    /// @param tip of the session branch
    /// @param processes what git and the user's hooks are known by, and how they are ended
    /// @param log makes the intent durable; called again when the target moved meanwhile
    /// @throws GitFailure GIT_ERROR, GIT_LOCK for failures beside the merge itself
    public TargetMergeResult merge(ObjectId tip, MergeProcesses processes, TargetMergeIntent.Log log) {
        if (turn.isOfACaller(repository().environment())) {
            return new TargetMergeResult.Refused(
                    "a hook of another merge into this repository started this, and that merge waits for the hook;"
                            + " once it is done: prodigy worktree merge " + runId,
                    null);
        }
        try (var taken = turn.await(repository().waiter())) {
            if (taken == null) {
                return new TargetMergeResult.Interrupted();
            }
            while (true) {
                var obstacle = preview(tip);
                if (obstacle.isPresent()) {
                    return obstacle.get();
                }
                var result = mergeOnce(tip, processes, log);
                if (result.isPresent()) {
                    return result.get();
                }
            }
        }
    }

    /// Finds out what became of a merge that an earlier process began, and takes back what it left half done in the
    /// user's checkout. Nothing of the user's own is lost: see {@link HalfMerge}.
    ///
    /// @param intent of which no result was written
    /// @throws GitFailure GIT_ERROR, GIT_LOCK
    public MergeRecovery recover(TargetMergeIntent intent, MergeProcesses processes) {
        processes.end();
        try (var _ = turn.awaitDeafly(repository().waiter())) {
            var now = targetTip();
            if (now.isEmpty()
                    || repository().objects().commit(intent.head().hex()).isEmpty()) {
                return new MergeRecovery.Undone();
            }
            var checkouts = TargetPlace.checkoutsOf(repository(), site.registry(), branch);
            if (repository().objects().isAncestor(intent.head(), now.get())) {
                checkouts.forEach(tree -> half(tree, intent).tidyUp());
                return new MergeRecovery.Made(mergeOf(intent, now.get()));
            }
            if (intent.mergeCommit() == null && now.get().equals(intent.targetCommit())) {
                for (var tree : checkouts) {
                    var tangle = half(tree, intent).undo();
                    if (tangle.isPresent()) {
                        return new MergeRecovery.Entangled(tangle.get(), tree.root());
                    }
                }
                var carried = new CarriedMerge(site, branch, intent.targetCommit(), intent.head()).find();
                if (carried.isPresent()) {
                    return carried.get();
                }
            }
            return new MergeRecovery.Undone();
        }
    }

    private HalfMerge half(WorkTree tree, TargetMergeIntent intent) {
        return new HalfMerge(repository(), tree, branch, intent.targetCommit(), intent.head());
    }

    /// @return the merge that brought the commits, wherever the branch is by now
    private ObjectId mergeOf(TargetMergeIntent intent, ObjectId now) {
        var merges = repository()
                .git()
                .run(GitCommand.at(repository().checkout(), "rev-list", "--first-parent", "--merges", "--parents")
                        .and(now.hex(), "^" + intent.targetCommit().hex()));
        return merges.orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .map(line -> List.of(line.split(" ", -1)))
                .filter(ids -> ids.indexOf(intent.head().hex()) > 0)
                .map(ids -> new ObjectId(ids.getFirst()))
                .findFirst()
                .orElse(now);
    }

    /// @return the result; nothing when the target moved meanwhile
    private Optional<TargetMergeResult> mergeOnce(ObjectId tip, MergeProcesses processes, TargetMergeIntent.Log log) {
        var before = targetTip();
        if (before.isEmpty()) {
            return Optional.empty();
        }
        return switch (place()) {
            case TargetPlace.Busy(String reason, Path checkout) ->
                Optional.of(new TargetMergeResult.Refused(reason, checkout));
            case TargetPlace.CleanCheckout(var tree) -> {
                log.record(new TargetMergeIntent(tip, target, before.get(), null));
                var checkout = new CheckoutMerge(site, tree, branch, runId, turn.lock(), processes);
                yield Optional.of(checkout.merge(before.get(), tip, Trailers.runMessage(runId, target)));
            }
            case TargetPlace.Nowhere _ -> offTree(before.get(), tip, log);
        };
    }

    private Optional<TargetMergeResult> offTree(ObjectId before, ObjectId tip, TargetMergeIntent.Log log) {
        return switch (offTree.merge(repository().checkout(), before, tip)) {
            case OffTreeMerge.Result.Conflicting(var files) ->
                Optional.of(new TargetMergeResult.Conflict(before, files));
            case OffTreeMerge.Result.Clean(var tree) -> {
                var commit = offTree.commit(tree, before, tip, Trailers.runMessage(runId, target));
                log.record(new TargetMergeIntent(tip, target, before, commit));
                yield repository().refs().change(new RefChange.Move(branch, before, commit))
                        ? Optional.of(new TargetMergeResult.Merged(commit, before, null))
                        : Optional.empty();
            }
        };
    }

    private TargetPlace place() {
        return TargetPlace.find(repository(), site.registry(), branch);
    }

    private Optional<ObjectId> targetTip() {
        return repository().refs().find(branch);
    }

    private Repository repository() {
        return site.repository();
    }
}
