/// Slots: worktrees that the items of all runs of a repository work in, one at a time (spec 03 §9).
package dev.prodigy.runtime.git.slot;
