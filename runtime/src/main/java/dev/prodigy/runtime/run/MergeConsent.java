package dev.prodigy.runtime.run;

/// Asks whether a run's commits may be merged into the user's branch (spec 03 §11). Without a terminal the answer
/// is no.
@FunctionalInterface
public interface MergeConsent {
    /// @param commits how many commits the target lacks
    /// @param target the user's branch
    boolean mayMerge(int commits, String target);
}
