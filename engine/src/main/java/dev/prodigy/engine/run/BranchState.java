package dev.prodigy.engine.run;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.WorktreeEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the journal knows of a run's session branch, of merges into it and of its own merge (spec 03 §10, §11). Only
/// the fold of the journal changes it.
public final class BranchState {
    final Map<Integer, Intent> mergeIntents = new HashMap<>();

    /// The `seq` of the newest intent whose merge is known to have taken place.
    private long newestMerge;

    @Nullable
    String tip;

    @Nullable
    String acknowledged;

    WorktreeEvent.@Nullable MergeStarted openMerge;

    boolean merged;

    @Nullable
    ErrorRecord mergeFailure;

    /// The last salvage of its worktree.
    @Nullable
    Saved saved;

    @Nullable
    Removal removal;

    /// Whether steps of the merge phase have done something for the commits that it has.
    boolean seenByMergeSteps;

    /// Whether its worktree was made, and not removed by a prodigy.
    boolean hasWorktree;

    BranchState() {}

    /// The intent of an item's merge.
    record Intent(long seq, WorktreeEvent.MergeStarted event) {}

    /// Work of its worktree that was saved.
    ///
    /// @param seq of the event
    /// @param ref of the salvage; null where the files lie in a directory
    record Saved(long seq, @Nullable String ref) {}

    /// A person removed it with its worktree.
    ///
    /// @param ref which has what was in no target then, or null where there was no such thing
    public record Removal(@Nullable String ref) {}

    /// @return its last commit that is known, or null
    public @Nullable String tip() {
        return tip;
    }

    /// @return the last commit that finished stages and items have come to, which no step may take out of its history;
    ///     null before the first
    public @Nullable String acknowledged() {
        return acknowledged;
    }

    /// @return item → the intent of a merge whose end is not journaled
    public Map<Integer, Event> mergeIntents() {
        return mergeIntents.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, each -> each.getValue().event()));
    }

    /// @return the merge into the user's branch that began and of which no result is known, or null
    public WorktreeEvent.@Nullable MergeStarted openMerge() {
        return openMerge;
    }

    /// @return whether its commits are in the run's target
    public boolean merged() {
        return merged;
    }

    /// @return how its merge into the target failed, or null where none did or one has come to its end since
    public @Nullable ErrorRecord mergeFailure() {
        return mergeFailure;
    }

    /// @return whether its worktree is to be there
    public boolean hasWorktree() {
        return hasWorktree;
    }

    /// @return how it was removed before its end, or null while it is there
    public @Nullable Removal removal() {
        return removal;
    }

    /// Merges follow each other in the order of their intents; items that were merged side by side may be told of in
    /// another. The later merge has the earlier one's commit.
    void merged(Intent intent, String commit) {
        if (intent.seq() > newestMerge) {
            newestMerge = intent.seq();
            tip = commit;
            acknowledged = commit;
        }
    }

    void movedTo(String commit) {
        if (!commit.equals(tip)) {
            // it may have been merged before, while the run was not over
            merged = false;
        }
        tip = commit;
    }

    void salvaged(long seq, @Nullable String ref) {
        saved = new Saved(seq, ref);
    }

    /// What a removal saves is journaled right before it.
    ///
    /// @param unmerged whether what was saved then can be commits that were to be merged
    void removed(long seq, boolean unmerged) {
        var last = saved;
        boolean isNeeded = unmerged && !merged;
        removal = new Removal(last == null || last.seq() != seq - 1 || !isNeeded ? null : last.ref());
    }
}
