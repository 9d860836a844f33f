/// Everything prodigy does with git, through the `git` program: running it, finding a repository, reading objects,
/// moving references (spec 03 §9–§12). The packages below hold linked worktrees, the session's among them, slots,
/// merges and their conflicts, what steps changed, saved work, and cleanup.
package dev.prodigy.runtime.git;
