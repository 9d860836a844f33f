package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.HeadLog;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Commits that HEAD of a worktree was at and that nothing will reach when the worktree is gone.
///
/// @param all none of them reaches another
/// @param takenBack those of them that were not merely amended or rebased: nothing holds their work
///     but they
record LostCommits(List<ObjectId> all, List<ObjectId> takenBack) {
    LostCommits {
        all = List.copyOf(all);
        takenBack = List.copyOf(takenBack);
    }

    /// Looks for them. Costs no process where a step only added commits.
    ///
    /// @param head where HEAD is now, or null
    /// @param held whether something will reach that
    static LostCommits in(
            Repository repository, WorkTree tree, @Nullable ObjectId head, boolean held, Survivors survivors) {
        var log = HeadLog.of(tree);
        var kept = survivors.and(log.replaced());
        var candidates = new LinkedHashSet<>(log.visited());
        if (head != null && held) {
            kept = kept.and(head);
            removeLine(repository, candidates, head);
        } else if (head != null) {
            candidates.add(head);
        }
        var lost = kept.lacking(repository, candidates);
        return new LostCommits(
                lost, lost.stream().filter(id -> !log.rewritten().contains(id)).toList());
    }

    /// Commits one upon the other, the usual case, are found by reading them.
    private static void removeLine(Repository repository, Set<ObjectId> commits, ObjectId head) {
        for (var id = Optional.of(head); id.isPresent() && commits.remove(id.get()); ) {
            id = repository
                    .objects()
                    .commit(id.get().hex())
                    .flatMap(found -> found.parents().stream().findFirst());
        }
    }
}
