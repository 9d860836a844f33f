package dev.prodigy.model.step;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What follows from a step's outcome (spec 01 §4–§6).
///
/// @param validation checked after a good execution; null = none
/// @param onSuccess steps after success, in order
/// @param onFailure null = no handler
/// @param onExitCode exit code → what takes the place of `onFailure`; `0` is an extra `onSuccess`
public record Reactions(
        @Nullable Validation validation,
        List<Step> onSuccess,
        @Nullable FailureReaction onFailure,
        Map<Integer, FailureReaction> onExitCode) {

    /// A step that reacts to nothing.
    public static final Reactions NONE = new Reactions(null, List.of(), null, Map.of());

    /// @param exitCode of the failed execution, or null where it has none
    /// @return the answer that is written for this exit code alone, or null: then that of `onFailure` holds
    public @Nullable FailureReaction toExitCode(@Nullable Integer exitCode) {
        return exitCode == null || exitCode == 0 ? null : onExitCode.get(exitCode);
    }
}
