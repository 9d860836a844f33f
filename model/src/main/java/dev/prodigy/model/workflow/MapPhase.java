package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The map phase: which items there are and how each is worked on (spec 03 §1, §3–§6).
///
/// @param maxParallel null = not said (10, or the configuration's)
/// @param isolation where items work, or null for the workflow's choice
/// @param commitRequired an item as a whole must bring a commit
public record MapPhase(
        ItemInput input,
        Selection selection,
        @Nullable Setting<Integer> batchSize,
        @Nullable Canary canary,
        @Nullable Setting<Integer> maxParallel,
        List<Step> agentTemplate,
        MapTimeouts timeouts,
        @Nullable Isolation isolation,
        boolean commitRequired,
        OnConflict onConflict) {

    /// The pipeline between the document and the list of items (spec 03 §4). Null = stage absent.
    public record Selection(
            @Nullable String jsonPath,
            @Nullable Expression filter,
            List<SortKey> sortBy,
            List<Expression> distinct,
            @Nullable Setting<Integer> offset,
            @Nullable Setting<Integer> maxItems,
            @Nullable Expression itemKey) {}
}
