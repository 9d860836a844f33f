package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Setting;
import java.util.List;
import java.util.stream.Stream;
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

    /// Items at once where nobody says.
    public static final int DEFAULT_PARALLEL = 10;

    /// @return the steps of an item, bodies included, that say of commits what only holds where no other item commits
    public List<Step> committingSteps() {
        return committing(agentTemplate);
    }

    private static List<Step> committing(List<Step> steps) {
        return steps.stream()
                .flatMap(step -> {
                    var commits = step.options().commits();
                    var itself = commits.required() || commits.auto() ? Stream.of(step) : Stream.<Step>empty();
                    return Stream.concat(itself, committing(body(step)).stream());
                })
                .toList();
    }

    private static List<Step> body(Step step) {
        return switch (step.kind()) {
            case StepKind.Foreach foreach -> foreach.body();
            case StepKind.Inline inline -> inline.body();
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> List.of();
        };
    }

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
