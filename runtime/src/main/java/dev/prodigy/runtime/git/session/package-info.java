/// The session worktree, in which setup, reduce and merge steps work (spec 03 §9).
package dev.prodigy.runtime.git.session;
