package dev.prodigy.model.error;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where and when something failed (spec 02 §2.1).
///
/// @param nodeId the graph node, else the step's `id`, else its path such as `map.agent_template[1]`
/// @param actionId the graph action (inline body: the node), else the step kind
/// @param timestamp when it finally failed
/// @param phase `setup`, `map`, `reduce` or `merge`
/// @param itemId the work item, such as `item-003`
/// @param itemAttempt the item's attempt, from 1
public record Origin(
        @Nullable String nodeId,
        @Nullable String actionId,
        @Nullable Instant timestamp,
        @Nullable String runId,
        @Nullable String phase,
        @Nullable String itemId,
        @Nullable Integer itemAttempt) {

    /// The action of an error that an item's attempt as a whole ended with, and none of its steps.
    private static final String ITEM = "item";

    /// Nothing is known yet.
    public static final Origin UNKNOWN = new Origin(null, null, null, null, null, null, null);

    /// @return the origin of a step or node; what surrounds it is not known yet
    public static Origin of(String nodeId, String actionId, Instant timestamp) {
        return new Origin(nodeId, actionId, timestamp, null, null, null, null);
    }

    /// @return the origin of an item's attempt as a whole
    public static Origin ofAttempt(Instant timestamp) {
        return of("map.agent_template", ITEM, timestamp);
    }

    /// @return whether a step or node reported the error, whose layers have judged it
    public boolean isOfStep() {
        return actionId != null && !actionId.equals(ITEM);
    }

    /// @return this origin, within a run and, in MapReduce, one of its phases
    public Origin inRun(String run, @Nullable String inPhase) {
        return new Origin(nodeId, actionId, timestamp, run, inPhase, itemId, itemAttempt);
    }

    /// @return this origin, within a phase unless it says another
    public Origin inPhase(String otherwise) {
        return phase != null ? this : new Origin(nodeId, actionId, timestamp, runId, otherwise, itemId, itemAttempt);
    }

    /// @return this origin, within an attempt of a work item
    public Origin inItem(String item, int attempt) {
        return new Origin(nodeId, actionId, timestamp, runId, phase, item, attempt);
    }

    /// @return this origin with the moment of the final failure
    public Origin at(Instant moment) {
        return new Origin(nodeId, actionId, moment, runId, phase, itemId, itemAttempt);
    }
}
