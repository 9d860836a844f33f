package dev.prodigy.runtime.git;

/// One attempt of one item of a run, as it appears in names and trailers (spec 03 §9, §10).
///
/// @param runId such as `mapreduce-20260131T120000123-abc123`
/// @param itemId such as `item-001`
/// @param attempt from 1
public record ItemAttempt(String runId, String itemId, int attempt) {

    /// @return the full name of the item's branch
    public String branch() {
        return RefNames.itemBranches(runId) + itemId;
    }

    /// @return the full name of the reference for what this attempt left behind
    public String salvageRef() {
        return RefNames.salvage(runId) + itemId + "-" + attempt;
    }
}
