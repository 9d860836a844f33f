/// Lists and removes what prodigy made in a repository: worktrees, branches, saved work (spec 03 §12, 05 §2.8). The
/// user's own worktrees and branches are never looked at twice.
package dev.prodigy.runtime.git.cleanup;
