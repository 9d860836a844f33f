/// The worktrees that runs have left, and whose they are (spec 03 §12, 05 §2.8).
///
/// Start with {@link RunWorktrees}.
package dev.prodigy.runtime.run.worktree;
