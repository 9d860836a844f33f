package dev.prodigy.engine.limit;

/// How many items ended, as the limits count them (spec 02 §6.1). Items skipped for other reasons, pending, parked or
/// waiting are in neither number.
///
/// @param failures items that finally failed, whatever became of them
public record ItemCounts(int successful, int failures) {
    /// Nothing ended yet.
    public static final ItemCounts NONE = new ItemCounts(0, 0);

    /// @return the items that the failure rate refers to
    public int processed() {
        return successful + failures;
    }

    /// @return one more success
    public ItemCounts plusSuccess() {
        return new ItemCounts(successful + 1, failures);
    }

    /// @return one more failure
    public ItemCounts plusFailure() {
        return new ItemCounts(successful, failures + 1);
    }

    /// @return what was counted since an earlier moment: after a person let a stopped run go on, counting starts anew
    public ItemCounts since(ItemCounts earlier) {
        return new ItemCounts(successful - earlier.successful, failures - earlier.failures);
    }
}
