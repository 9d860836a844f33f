package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.worktree.WorktreeRegistry;
import java.nio.file.Path;

/// What it takes to make and unmake worktrees: the repository, the registry of its worktrees, and a way to save what
/// would be lost.
public record Worksite(Repository repository, WorktreeRegistry registry, Salvage salvage) {

    /// Sets up the tools for a repository.
    ///
    /// @param creationLock lock file that all processes share that work in the repository
    public static Worksite of(Repository repository, Path creationLock) {
        var registry = new WorktreeRegistry(repository, creationLock);
        return new Worksite(repository, registry, new Salvage(repository, registry));
    }
}
