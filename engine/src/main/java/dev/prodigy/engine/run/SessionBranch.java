package dev.prodigy.engine.run;

import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.WorktreeEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the journal knows of a run's session branch, of merges into it and of its own merge (spec 03 §10, §11). Only
/// the fold of the journal changes it.
public final class SessionBranch {
    final Map<Integer, Event> mergeIntents = new HashMap<>();

    @Nullable
    String tip;

    @Nullable
    String acknowledged;

    WorktreeEvent.@Nullable MergeStarted openMerge;

    boolean merged;

    /// Whether steps of the merge phase have done something for the commits that it has.
    boolean seenByMergeSteps;

    SessionBranch() {}

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
        return Map.copyOf(mergeIntents);
    }

    /// @return the merge into the user's branch that began and of which no result is known, or null
    public WorktreeEvent.@Nullable MergeStarted openMerge() {
        return openMerge;
    }

    /// @return whether its commits are in the run's target
    public boolean merged() {
        return merged;
    }
}
