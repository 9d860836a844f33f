package dev.prodigy.model.step;

import dev.prodigy.model.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a step must or will commit (spec 01 §3, 03 §9).
///
/// @param required the step must have moved HEAD forward to a different tree
/// @param auto changes are committed after success
/// @param config null = the defaults
public record Commits(
        boolean required, boolean auto, @Nullable Config config) {

    /// `commit_config`.
    ///
    /// @param message null = step name or kind, plus the item id
    /// @param messagePattern every new commit's message must match; null = any
    /// @param author `Name <mail>`, or null for the user's
    /// @param squash the step's commits become one
    public record Config(
            @Nullable Text message,
            @Nullable Text messagePattern,
            @Nullable Text author,
            boolean sign,
            List<Text> includeFiles,
            List<Text> excludeFiles,
            boolean squash) {}

    /// A step that need not commit.
    public static final Commits NONE = new Commits(false, false, null);
}
