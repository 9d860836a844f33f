/// Where a run's steps work: worktrees of its own, one directory for all, or the tree of the run that called it (spec
/// 03 §9, 04 §5.8). Start with {@link Workspace} and {@link AttemptPlace}.
package dev.prodigy.runtime.workspace;
