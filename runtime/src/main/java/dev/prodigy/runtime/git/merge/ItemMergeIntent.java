package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ObjectId;

/// What is about to happen to the session branch. Journaled before the branch moves, so that recovery knows
/// what to ask for (spec 03 §10, §14).
///
/// @param head the item's last commit
/// @param tip what the session branch points to
/// @param mergeCommit what it will point to
public record ItemMergeIntent(ObjectId head, ObjectId tip, ObjectId mergeCommit) {

    /// Makes an intent durable, and returns when it is.
    @FunctionalInterface
    public interface Log {
        void record(ItemMergeIntent intent);
    }
}
