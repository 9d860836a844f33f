package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ObjectId;
import org.jspecify.annotations.Nullable;

/// What is about to happen to the user's branch. Journaled before anything moves (spec 03 §14).
///
/// @param head the tip of the session branch
/// @param target short name of the user's branch
/// @param targetCommit what it points to
/// @param mergeCommit what it will point to; null when git makes the commit in the user's checkout
public record TargetMergeIntent(
        ObjectId head,
        String target,
        ObjectId targetCommit,
        @Nullable ObjectId mergeCommit) {

    /// Makes an intent durable, and returns when it is.
    @FunctionalInterface
    public interface Log {
        void record(TargetMergeIntent intent);
    }
}
