package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.change.ChangeReader;
import dev.prodigy.runtime.git.change.Evidence;
import dev.prodigy.runtime.git.change.EvidenceCheck;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.merge.ItemMergeResult;
import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.worktree.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attempt in a slot of its own: what it commits is merged, what it leaves is saved.
final class SlotPlace implements AttemptPlace {
    private final Parts parts;
    private final ItemAttempt attempt;
    private final ObjectId start;
    private final Tree tree;
    private final boolean needsSetup;

    /// What an attempt in a slot works with.
    record Parts(SlotLease lease, ItemMerge merge, ChangeReader changes, EvidenceCheck evidence) {}

    SlotPlace(Parts parts, ItemAttempt attempt, ObjectId start, Tree tree, boolean needsSetup) {
        this.parts = parts;
        this.attempt = attempt;
        this.start = start;
        this.tree = tree;
        this.needsSetup = needsSetup;
    }

    @Override
    public Tree tree() {
        return tree;
    }

    @Override
    public @Nullable String path() {
        return tree.root();
    }

    @Override
    public @Nullable String branch() {
        return RefNames.shortBranch(attempt.branch());
    }

    @Override
    public @Nullable String startCommit() {
        return start.hex();
    }

    @Override
    public boolean needsSetup() {
        return needsSetup;
    }

    @Override
    public Finish succeeded(boolean commitRequired, Intent intent) {
        return switch (parts.evidence().ofItem(parts.lease().tree(), start, commitRequired)) {
            case Evidence.Lacks lacks ->
                new Finish.Bad(
                        lacks.code().name(),
                        lacks.message(),
                        List.of(),
                        lacks.status() == null ? Remains.NOTHING : remains(lacks.status()));
            case Evidence.Holds holds -> merged(holds.head(), holds.status(), intent);
        };
    }

    private Finish merged(ObjectId head, Status status, Intent intent) {
        var commits =
                parts.changes().commits(start, head).stream().map(ObjectId::hex).toList();
        var files = commits.isEmpty()
                ? List.<String>of()
                : parts.changes()
                        .between(parts.changes().at(start), parts.changes().at(head))
                        .changed();
        var leftovers = status.isClean() ? List.<String>of() : status.paths();
        if (!status.isClean()) {
            parts.lease().saveLeftovers(attempt, status);
        }
        var result = parts.merge()
                .merge(
                        attempt,
                        parts.lease().tree(),
                        start,
                        head,
                        merge -> intent.record(
                                merge.head().hex(),
                                attempt.branch(),
                                merge.tip().hex(),
                                merge.mergeCommit().hex(),
                                commits));
        return switch (result) {
            case ItemMergeResult.NothingToMerge _, ItemMergeResult.Merged _ -> {
                parts.lease().settle(attempt, false);
                yield new Finish.Good(commits, files, leftovers);
            }
            case ItemMergeResult.Conflict conflict -> {
                parts.lease().settle(attempt, true);
                yield new Finish.Bad(
                        "MERGE_CONFLICT",
                        "conflicts with work merged meanwhile in " + String.join(", ", conflict.files()),
                        conflict.files(),
                        new Remains(branch(), leftovers.isEmpty() ? null : attempt.salvageRef()));
            }
        };
    }

    @Override
    public Remains failed() {
        try {
            return remains(parts.lease().status());
        } catch (GitFailure e) {
            // The slot is no worktree any more; the next lease replaces it.
            return Remains.NOTHING;
        }
    }

    private Remains remains(Status status) {
        var saved = parts.lease().saveLeftovers(attempt, status);
        boolean hasCommits = status.head() != null && !status.head().equals(start);
        parts.lease().settle(attempt, hasCommits);
        return new Remains(
                hasCommits ? branch() : null,
                switch (saved) {
                    case Saved.Kept kept -> kept.ref();
                    case Saved.Retired retired -> retired.where().root().toString();
                    case Saved.Nothing _ -> null;
                });
    }

    @Override
    public void close() {
        parts.lease().close();
    }
}
