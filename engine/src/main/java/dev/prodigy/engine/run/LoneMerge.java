package dev.prodigy.engine.run;

import dev.prodigy.model.event.RunEvent.PolicyStopped;
import org.jspecify.annotations.Nullable;

/// A start that merges what a run has committed and leaves the run what it is (spec 05 §2.8). Only the fold of the
/// journal changes it.
final class LoneMerge {
    /// What ended its steps early: policy stops the merge then, not the run.
    @Nullable
    PolicyStopped stopped;
}
