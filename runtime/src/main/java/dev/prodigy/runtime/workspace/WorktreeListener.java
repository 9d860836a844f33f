package dev.prodigy.runtime.workspace;

import dev.prodigy.model.event.WorktreeEvent;

/// Hears what happens to a run's worktrees. No call blocks.
public interface WorktreeListener {
    /// Nobody listens yet.
    WorktreeListener NOBODY = new WorktreeListener() {
        @Override
        public void happened(WorktreeEvent event) {}

        @Override
        public void warn(String code, String message) {}

        @Override
        public String masked(String text) {
            return text;
        }
    };

    /// Journals what happened.
    void happened(WorktreeEvent event);

    /// Tells a person.
    ///
    /// @param code such as `SESSION_MENDED`
    void warn(String code, String message);

    /// @return a text as it may be written into a commit: secrets masked (spec 02 §11)
    String masked(String text);
}
