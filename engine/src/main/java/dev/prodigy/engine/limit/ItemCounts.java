package dev.prodigy.engine.limit;

/// How many items ended, as the limits count them (spec 02 §6.1). Items skipped for other reasons, pending, parked or
/// waiting are in neither number.
///
/// @param failures items that finally failed, whatever became of them
public record ItemCounts(int successful, int failures) {
    /// @return the items that the failure rate refers to
    public int processed() {
        return successful + failures;
    }
}
