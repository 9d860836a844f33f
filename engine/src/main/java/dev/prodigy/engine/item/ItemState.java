package dev.prodigy.engine.item;

/// Where an item is on its way (spec 03 §6). Waiting and running ones count as pending in results.
public enum ItemState {
    PENDING,
    /// Its next attempt is due later.
    WAITING,
    RUNNING,
    SUCCESSFUL,
    /// Dead-lettered.
    FAILED,
    /// Given up without dead-lettering.
    SKIPPED;

    /// @return whether nothing more happens to the item by itself
    public boolean isFinal() {
        return switch (this) {
            case SUCCESSFUL, FAILED, SKIPPED -> true;
            case PENDING, WAITING, RUNNING -> false;
        };
    }
}
