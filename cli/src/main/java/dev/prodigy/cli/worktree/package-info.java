/// Looks after the worktrees that runs leave behind (spec 05 §2.8).
package dev.prodigy.cli.worktree;
