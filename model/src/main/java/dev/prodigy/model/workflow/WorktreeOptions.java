package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How worktrees are made (spec 03 §9).
///
/// @param base commit-ish to start from, or null for HEAD
/// @param target local branch to merge into, or null for the one checked out at start
/// @param include patterns of ignored files to copy, or null for the lines of `.worktreeinclude`
/// @param setup steps run in each new worktree
/// @param keepIgnored whether ignored files stay in a slot between items
/// @param maxDisk bytes that all slots of the repository may take, or null
/// @param keepSlots whether slots stay on disk for later runs
public record WorktreeOptions(
        @Nullable String base,
        @Nullable String target,
        @Nullable List<String> include,
        List<Step> setup,
        boolean keepIgnored,
        @Nullable Long maxDisk,
        boolean submodules,
        boolean keepSlots) {
    public static final WorktreeOptions DEFAULT =
            new WorktreeOptions(null, null, null, List.of(), false, null, false, false);
}
