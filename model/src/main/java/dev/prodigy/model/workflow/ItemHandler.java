package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import java.time.Duration;
import java.util.List;

/// A custom failure handler of items (spec 02 §5.2).
///
/// @param timeout of its steps together
/// @param then what its success means
public record ItemHandler(String name, List<Step> steps, Duration timeout, Then then) {

    /// What becomes of the item after its handler succeeded.
    public enum Then {
        DLQ,
        SKIP,
        RETRY,
        RESOLVED,
        STOP
    }
}
