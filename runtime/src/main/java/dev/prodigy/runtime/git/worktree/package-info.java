/// One linked worktree: what state it is in, how it is registered, made, set aside and removed (spec 03 §9, §12).
package dev.prodigy.runtime.git.worktree;
