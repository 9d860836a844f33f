package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.conflict.MovedAside;
import java.util.List;

/// Merges two commits without a checkout: the cost does not depend on the repository's size (spec 03 §10).
final class OffTreeMerge {
    private final Repository repository;

    OffTreeMerge(Repository repository) {
        this.repository = repository;
    }

    /// What the two commits make together.
    sealed interface Result {
        /// @param tree the merged files
        record Clean(ObjectId tree) implements Result {}

        /// @param files in conflict
        record Conflicting(List<String> files) implements Result {}
    }

    /// Commits that do not lead on from anything they have in common.
    static final class UnrelatedHistories extends GitFailure {
        private static final long serialVersionUID = 1;

        private UnrelatedHistories(ObjectId ours, ObjectId theirs) {
            super(
                    GitCode.GIT_ERROR,
                    "the history of " + theirs.abbreviated() + " has nothing in common with that of "
                            + ours.abbreviated());
        }
    }

    /// @param at the worktree whose attributes say how files are merged
    /// @throws UnrelatedHistories when the two have no commit in common
    /// @throws GitFailure GIT_ERROR
    Result merge(WorkTree at, ObjectId ours, ObjectId theirs) {
        var result = repository
                .git()
                .run(GitCommand.at(at, "merge-tree", "--write-tree", "-z", "--name-only", "--no-messages")
                        .and(ours.hex(), theirs.hex()));
        if (result.exit() == 1) {
            var fields = result.fields();
            var paths = fields.subList(Math.min(1, fields.size()), fields.size());
            return new Result.Conflicting(MovedAside.named(paths, ours.hex(), theirs.hex()));
        }
        if (result.errors().contains("unrelated histories")) {
            throw new UnrelatedHistories(ours, theirs);
        }
        return new Result.Clean(
                new ObjectId(result.orThrow(GitCode.GIT_ERROR).fields().getFirst()));
    }

    /// Makes the commit of a merge.
    ///
    /// @throws GitFailure GIT_ERROR
    ObjectId commit(ObjectId tree, ObjectId ours, ObjectId theirs, String message) {
        return repository.commits().write(tree, List.of(ours, theirs), message);
    }
}
