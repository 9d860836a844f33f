package dev.prodigy.lang.lint;

import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import java.util.HashSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What can be read of the result of a call of another workflow (spec 01 §12).
final class CallMembers {
    private CallMembers() {}

    /// @return what the call's `outputs` select; anything where it has none, or where another step may take its place
    static Known of(Step step, StepKind.SubWorkflow call) {
        if (call.outputs().isEmpty() || isReplaceable(step)) {
            return Known.NAMESPACE;
        }
        var members = new HashSet<>(StandardMembers.of(call));
        members.addAll(call.outputs());
        return Known.selection(members);
    }

    private static boolean isReplaceable(Step step) {
        var reactions = step.reactions();
        return step.options().resilience().afterRetries() instanceof AfterRetries.Fallback
                || Stream.concat(Stream.ofNullable(reactions.onFailure()), reactions.onExitCode().values().stream())
                        .anyMatch(CallMembers::replaces);
    }

    private static boolean replaces(@Nullable FailureReaction reaction) {
        return switch (reaction) {
            case FailureReaction.After(var after) -> after instanceof AfterRetries.Fallback;
            case FailureReaction.Handle handle -> handle.strategy() == Strategy.FALLBACK;
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> false;
            case null -> false;
        };
    }
}
