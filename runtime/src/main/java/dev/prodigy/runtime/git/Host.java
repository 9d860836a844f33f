package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/// What of the world around it work with git depends on. Tests give another.
///
/// @param environment the inherited one, for the user's identity
/// @param scratch an existing directory for temporary files, on the file system of the worktrees
/// @param waiter how to wait for other processes
/// @param clock dates commits
public record Host(Map<String, String> environment, Path scratch, Waiter waiter, InstantSource clock) {

    public Host {
        environment = Map.copyOf(environment);
    }

    /// @return the real one
    public static Host system(Path scratch) {
        return new Host(System.getenv(), scratch, Waiter.SLEEPING, InstantSource.system());
    }
}
