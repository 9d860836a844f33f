package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.RunRef;
import java.util.List;

/// What a RUN argument turned out to mean (spec 05 §1).
public sealed interface RunResolution {

    /// Exactly one run.
    record Found(RunRef run) implements RunResolution {}

    /// No run but what a crash left of one before its first record was whole (spec 05 §5.4).
    record Unbegun(RunRef run) implements RunResolution {}

    /// No run (`run_not_found`, exit 2).
    record NotFound(String text) implements RunResolution {}

    /// Several runs begin so (`run_ambiguous`, exit 2).
    ///
    /// @param candidates at most ten of them, newest first
    /// @param total how many there are
    record Ambiguous(String text, List<RunRef> candidates, int total) implements RunResolution {
        public Ambiguous {
            candidates = List.copyOf(candidates);
        }
    }
}
