package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.slot.SlotLease;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.workspace.AttemptPlace.Remains;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The work of an attempt that did not succeed, in its slot: its commits stay on its branch, the rest is saved.
///
/// @param start the commit the attempt began with
record LeftWork(SlotLease lease, ItemAttempt attempt, ObjectId start) {

    /// Keeps it, whatever state the slot is in, and lets the slot go.
    Remains keep() {
        try {
            return keep(lease.status());
        } catch (GitFailure e) {
            // The slot is no worktree any more.
            return new Remains(branchWithCommits(), List.of(lease.abandon()));
        }
    }

    /// Keeps it, and lets the slot go.
    ///
    /// @param status of the slot, as it is now
    Remains keep(Status status) {
        var saved = lease.saveLeftovers(attempt, status);
        var head = status.head();
        boolean hasCommits = head != null && isAhead(head);
        lease.giveBack();
        lease.settle(attempt, hasCommits);
        return new Remains(hasCommits ? branch() : null, List.of(saved));
    }

    /// The branch outlives the slot, but not without a commit of the item's.
    private @Nullable String branchWithCommits() {
        var refs = lease.repository().refs();
        var tip = refs.find(attempt.branch());
        if (tip.isEmpty() || isAhead(tip.get())) {
            return tip.map(_ -> branch()).orElse(null);
        }
        refs.change(new RefChange.Delete(attempt.branch(), tip.get()));
        return null;
    }

    private boolean isAhead(ObjectId commit) {
        return !lease.repository().objects().isAncestor(commit, start);
    }

    private String branch() {
        return RefNames.shortBranch(attempt.branch());
    }
}
