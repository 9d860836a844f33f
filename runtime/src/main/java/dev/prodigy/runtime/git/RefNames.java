package dev.prodigy.runtime.git;

import org.jspecify.annotations.Nullable;

/// The full names of the references that prodigy makes (spec 03 §9).
public final class RefNames {
    /// Session branches are below this.
    public static final String SESSION_BRANCHES = "refs/heads/prodigy/";
    /// Item branches are below this, by run.
    public static final String ITEM_BRANCHES = "refs/heads/prodigy-items/";
    /// Saved work is below this, by run.
    public static final String SALVAGE = "refs/prodigy/salvage/";

    /// The references of single worktrees are below this, as others name them; prodigy changes those of its own only.
    public static final String ALL_WORKTREES = "worktrees/";

    private RefNames() {}

    /// @return the session branch of a run
    public static String sessionBranch(String runId) {
        return SESSION_BRANCHES + runId;
    }

    /// @return what the item branches of a run begin with
    public static String itemBranches(String runId) {
        return ITEM_BRANCHES + runId + "/";
    }

    /// @return what the salvage references of a run begin with
    public static String salvage(String runId) {
        return SALVAGE + runId + "/";
    }

    /// @param branch full name, or null
    /// @return whether prodigy made it
    public static boolean isOwn(@Nullable String branch) {
        return branch != null && (branch.startsWith(SESSION_BRANCHES) || branch.startsWith(ITEM_BRANCHES));
    }

    /// @return the branch without `refs/heads/`
    public static String shortBranch(String name) {
        return name.startsWith("refs/heads/") ? name.substring("refs/heads/".length()) : name;
    }
}
