package dev.prodigy.runtime.git;

/// The error codes that work with git can end in; their categories are in spec 02 §2.2.
public enum GitCode {
    /// A worktree cannot be made, reset or used, or is no longer one of this repository.
    WORKTREE_ERROR,
    /// A git command failed, or a hook of the user refused.
    GIT_ERROR,
    /// A lock file of another git process stood in the way for longer than prodigy waits.
    GIT_LOCK,
    /// Two sides changed the same lines.
    MERGE_CONFLICT,
    /// The user's repository is in a state in which prodigy does not merge into it.
    MERGE_REFUSED,
    /// The start commit is no longer an ancestor of what the steps left.
    HISTORY_REWRITTEN,
    /// A merge, rebase, cherry-pick or index lock was left unfinished.
    GIT_UNFINISHED,
    /// A commit was required and none with a change was made.
    COMMIT_MISSING,
    /// A commit, or a setting of it, is not as the workflow demands.
    VALIDATION_ERROR
}
