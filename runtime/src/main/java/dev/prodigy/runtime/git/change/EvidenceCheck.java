package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Looks whether an attempt left a worktree as a success must leave it (spec 03 §6). Costs one `git status`.
public final class EvidenceCheck {
    private final Repository repository;

    /// @param repository that the worktrees belong to
    public EvidenceCheck(Repository repository) {
        this.repository = repository;
    }

    /// Checks an item's slot. The most fundamental lack is the one reported.
    ///
    /// @param start the commit the attempt began with
    /// @param commitRequired whether the item as a whole must bring a commit that changes something
    public RepositoryVerdict ofItem(WorkTree slot, ObjectId start, boolean commitRequired) {
        if (!WorktreeLink.isIntact(slot, repository.commonDir())) {
            return new RepositoryVerdict.Lacks(GitCode.WORKTREE_ERROR, broken(slot), null);
        }
        Status status;
        try {
            status = Status.ofAll(repository.git(), slot);
        } catch (GitFailure e) {
            return new RepositoryVerdict.Lacks(GitCode.WORKTREE_ERROR, String.valueOf(e.getMessage()), null);
        }
        var unfinished = unfinished(slot, status);
        if (unfinished.isPresent()) {
            return new RepositoryVerdict.Lacks(GitCode.GIT_UNFINISHED, "left unfinished: " + unfinished.get(), status);
        }
        var head = status.head();
        if (head == null || !repository.objects().isAncestor(start, head)) {
            return new RepositoryVerdict.Lacks(GitCode.HISTORY_REWRITTEN, rewritten(start, head), status);
        }
        if (commitRequired && isSameTree(start, head)) {
            return new RepositoryVerdict.Lacks(GitCode.COMMIT_MISSING, missing(start, head), status);
        }
        return new RepositoryVerdict.Holds(head, status);
    }

    /// Checks a step with `commit_required`: HEAD moved forward to a different tree.
    ///
    /// @param before HEAD when the step began, or null before the first commit
    /// @return what is missing, in words; nothing when it holds
    public Optional<String> lackOfCommit(WorkTree tree, @Nullable ObjectId before) {
        var head = repository.headOf(tree);
        if (head.isEmpty()) {
            return Optional.of("HEAD is on a branch without commits");
        }
        if (before == null) {
            return Optional.empty();
        }
        if (!repository.objects().isAncestor(before, head.get())) {
            return Optional.of(
                    "HEAD is at " + head.get().abbreviated() + ", which does not lead on from " + before.abbreviated());
        }
        return isSameTree(before, head.get()) ? Optional.of(missing(before, head.get())) : Optional.empty();
    }

    /// A required commit is missing for a deeper reason where the worktree is broken, or where its history does not
    /// lead on from what the item or run began with: that is told instead.
    ///
    /// @param start HEAD when the item or run began, or null
    /// @param missing what was found first
    public GitFailure cause(WorkTree tree, @Nullable ObjectId start, GitFailure missing) {
        if (!tree.gitDir().equals(repository.commonDir()) && !WorktreeLink.isIntact(tree, repository.commonDir())) {
            return new GitFailure(GitCode.WORKTREE_ERROR, broken(tree));
        }
        var head = repository.headOf(tree);
        return start == null
                        || head.filter(it -> repository.objects().isAncestor(start, it))
                                .isPresent()
                ? missing
                : new GitFailure(GitCode.HISTORY_REWRITTEN, rewritten(start, head.orElse(null)));
    }

    /// Looks for a git operation that was left half done. Costs one `git status` of what git tracks.
    ///
    /// @return which, in words; nothing when there is none
    public Optional<String> unfinished(WorkTree tree) {
        return unfinished(tree, Status.ofTracked(repository.git(), tree));
    }

    private boolean isSameTree(ObjectId one, ObjectId other) {
        var objects = repository.objects();
        return one.equals(other)
                || objects.commit(one).tree().equals(objects.commit(other).tree());
    }

    private static String broken(WorkTree tree) {
        return tree.root() + " is no longer a worktree of this repository";
    }

    private static String rewritten(ObjectId start, @Nullable ObjectId head) {
        String found = head == null ? "a branch without commits" : head.abbreviated();
        return "HEAD is at " + found + ", which does not lead on from the start commit " + start.abbreviated();
    }

    private static String missing(ObjectId before, ObjectId head) {
        return before.equals(head)
                ? "no commit was made since " + before.abbreviated()
                : "the commits since " + before.abbreviated() + " change no file";
    }

    private static Optional<String> unfinished(WorkTree slot, Status status) {
        var operations = EnumSet.noneOf(Unfinished.class);
        operations.addAll(Unfinished.in(slot));
        operations.remove(Unfinished.BISECT);
        if (status.entries().stream().anyMatch(entry -> entry.kind() == StatusEntry.Kind.UNMERGED)) {
            operations.add(Unfinished.MERGE);
        }
        return operations.isEmpty()
                ? Optional.empty()
                : Optional.of(operations.stream().map(Unfinished::title).collect(Collectors.joining(", ")));
    }
}
