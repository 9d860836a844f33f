/// What a worktree gets beside its tracked files: copies of ignored files, submodules (spec 03 §9).
package dev.prodigy.runtime.git.provision;
