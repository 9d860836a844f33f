package dev.prodigy.runtime.world;

import dev.prodigy.engine.classify.OutputTail;

/// The end of what a program printed, for error records (spec 02 §2.1, `output_tail`).
final class Tails {
    private Tails() {}

    /// @return the last lines of stderr, then of stdout; empty when both are blank
    static String of(String stderr, String stdout) {
        var tail = OutputTail.of(stderr, stdout);
        return tail == null ? "" : tail;
    }
}
