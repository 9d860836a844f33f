package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.merge.MergeRecovery.Entangled;
import dev.prodigy.runtime.git.merge.MergeRecovery.Tangle;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry.Kind;
import java.util.List;
import java.util.Optional;

/// What a `git merge` that was cut off has left in a checkout in which the user has since gone to another branch: git
/// takes changed files along. Going back brings them back too, and then {@link HalfMerge} knows them.
final class CarriedMerge {
    private final Worksite site;
    private final String target;
    private final ObjectId before;
    private final ObjectId tip;

    /// @param target full name of the branch that was merged into
    /// @param before what it pointed to when the merge began, and still does
    /// @param tip what was being merged
    CarriedMerge(Worksite site, String target, ObjectId before, ObjectId tip) {
        this.site = site;
        this.target = target;
        this.before = before;
        this.tip = tip;
    }

    /// Looks into the user's worktrees. Nothing is touched.
    ///
    /// @return the first in which files of the merge are
    Optional<Entangled> find() {
        var repository = site.repository();
        return new OffTreeMerge(repository).merge(repository.checkout(), before, tip)
                        instanceof OffTreeMerge.Result.Clean(var merged)
                ? site.registry().list().stream()
                        .filter(each -> !target.equals(each.branch()) && !RefNames.isOwn(each.branch()))
                        .flatMap(each -> TargetPlace.treeOf(repository, each).stream())
                        .flatMap(tree -> traces(repository, tree, merged).stream())
                        .findFirst()
                : Optional.empty();
    }

    private Optional<Entangled> traces(Repository repository, WorkTree tree, ObjectId merged) {
        var files = MergedFiles.between(repository, tree, before, merged);
        var changed = Status.of(repository.git(), tree).entries().stream()
                .filter(entry -> entry.kind() == Kind.TRACKED || entry.kind() == Kind.UNTRACKED)
                .map(entry -> entry.path())
                .filter(files::has)
                .toList();
        var carried = files.brought(changed);
        return carried.isEmpty() ? Optional.empty() : Optional.of(new Entangled(tangle(tree, carried), tree.root()));
    }

    private Tangle tangle(WorkTree tree, List<String> carried) {
        var git = "`git -C " + tree.root() + " ";
        return new Tangle(
                "another branch was checked out there since, and these files of the merge went along: "
                        + FewNames.of(carried),
                "go back with " + git + "checkout " + RefNames.shortBranch(target) + "`, or put the files aside with "
                        + git + "stash --include-untracked`");
    }
}
