package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.salvage.Saved;
import java.util.List;

/// What became of a worktree that was to be removed.
public sealed interface Removal {

    /// @return the worktree's name
    String name();

    /// Directory, registration and branch are gone.
    ///
    /// @param saved what was in it beyond what the target has
    record Removed(String name, List<Saved> saved) implements Removal {
        public Removed {
            saved = List.copyOf(saved);
        }
    }

    /// It is as it was.
    ///
    /// @param reason one line, for people
    record Kept(String name, String reason) implements Removal {}
}
