package dev.prodigy.runtime.workspace;

import dev.prodigy.engine.redact.Redactor;
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
        public Redactor redactor() {
            return Redactor.PLAIN;
        }
    };

    /// Journals what happened.
    void happened(WorktreeEvent event);

    /// Tells a person.
    ///
    /// @param code such as `SESSION_MENDED`
    void warn(String code, String message);

    /// @return what masks the secrets that are known by now (spec 02 §11)
    Redactor redactor();
}
