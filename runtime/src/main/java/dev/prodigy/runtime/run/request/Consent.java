package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.run.CanaryReport;

/// Asks the person for whom a run works. Without a terminal every answer is no.
public interface Consent {
    /// Nobody is asked; every answer is no.
    Consent NONE = new Consent() {
        @Override
        public boolean mayMerge(int commits, String target) {
            return false;
        }

        @Override
        public boolean mergesKept() {
            return false;
        }

        @Override
        public boolean mayGoOn(CanaryReport report) {
            return false;
        }
    };

    /// Asks whether a run's commits may be merged into the user's branch (spec 03 §11).
    ///
    /// @param commits how many commits the target lacks
    /// @param target the user's branch
    boolean mayMerge(int commits, String target);

    /// @return whether a branch is merged too that the workflow keeps (`finish: keep`): the person has asked for just
    /// that
    boolean mergesKept();

    /// Shows how the canary went, and asks whether the other items may run (spec 03 §5, gate `approve`).
    boolean mayGoOn(CanaryReport report);
}
