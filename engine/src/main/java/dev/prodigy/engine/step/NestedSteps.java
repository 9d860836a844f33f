package dev.prodigy.engine.step;

import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The steps of a list with all that stand inside them: bodies, handlers, fallbacks, validations.
public final class NestedSteps {
    private NestedSteps() {}

    /// @return each step before those inside it
    public static Stream<Step> of(List<Step> list) {
        return list.stream().flatMap(step -> Stream.concat(Stream.of(step), inside(step)));
    }

    private static Stream<Step> inside(Step step) {
        var reactions = step.reactions();
        return Stream.of(
                        body(step.kind()),
                        after(step.options().resilience().afterRetries()),
                        of(reactions.validation()),
                        of(reactions.onSuccess()),
                        of(reactions.onFailure()),
                        reactions.onExitCode().values().stream().flatMap(NestedSteps::of))
                .flatMap(found -> found);
    }

    private static Stream<Step> body(StepKind kind) {
        return switch (kind) {
            case StepKind.Foreach foreach -> of(foreach.body());
            case StepKind.Inline inline -> of(inline.body());
            case StepKind.Validate validate -> of(validate.validation());
            case StepKind.Shell _, StepKind.Agent _, StepKind.WriteFile _, StepKind.SubWorkflow _, StepKind.Removed _ ->
                Stream.empty();
        };
    }

    private static Stream<Step> after(AfterRetries after) {
        return after instanceof AfterRetries.Fallback(var step) ? of(List.of(step)) : Stream.empty();
    }

    private static Stream<Step> of(@Nullable Validation validation) {
        if (validation == null) {
            return Stream.empty();
        }
        var handler = validation.onIncomplete();
        return Stream.concat(of(validation.commands()), handler == null ? Stream.empty() : of(handler.steps()));
    }

    private static Stream<Step> of(@Nullable FailureReaction reaction) {
        return switch (reaction) {
            case FailureReaction.Handle handle -> of(handle.steps());
            case FailureReaction.After(var after) -> after(after);
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> Stream.empty();
            case null -> Stream.empty();
        };
    }
}
