package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.salvage.Saved;
import dev.prodigy.runtime.home.StorageFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a worktree that was to be removed.
public sealed interface Removal {

    /// @return the worktree's name
    String name();

    /// Directory, registration and branch are gone.
    ///
    /// @param saved what was in it beyond what the target has
    /// @param untold why its run's journal does not tell of it, or null
    record Removed(String name, List<Saved> saved, @Nullable StorageFailure untold) implements Removal {
        public Removed {
            saved = List.copyOf(saved);
        }

        /// Nothing keeps its run's journal from telling of it.
        public Removed(String name, List<Saved> saved) {
            this(name, saved, null);
        }
    }

    /// It is as it was.
    ///
    /// @param reason one line, for people
    record Kept(String name, String reason) implements Removal {}
}
