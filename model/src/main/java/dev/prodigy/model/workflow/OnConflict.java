package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import java.util.List;

/// What is done about a merge conflict (spec 03 §10, §11).
public sealed interface OnConflict {

    /// @return the same where no new attempt can follow
    default OnConflict withoutRetry() {
        return switch (this) {
            case Retry _ -> new Fail();
            case Fail _, Resolve _ -> this;
        };
    }

    /// The attempt fails with MERGE_CONFLICT.
    record Fail() implements OnConflict {}

    /// A new attempt on the new tip.
    record Retry() implements OnConflict {}

    /// Steps resolve it where the merge is in progress.
    record Resolve(List<Step> steps, int maxRounds) implements OnConflict {}
}
