package dev.prodigy.engine.run;

import org.jspecify.annotations.Nullable;

/// One leg of a run's way; they are gone in order (spec 03 §1).
public sealed interface Stage {

    /// @return its name, unique in the run: the phase, or `pass-1` …
    String name();

    /// A list of steps: setup, reduce.
    record Steps(String name) implements Stage {}

    /// One pass through the steps of a standard workflow.
    ///
    /// @param number from 1, over all iterations
    /// @param arg the pass's `ARG`, or null
    /// @param found whether that is the path of a file that `--map` found: data, not the author's words
    record Pass(int number, int iteration, @Nullable String arg, boolean found) implements Stage {
        @Override
        public String name() {
            return name(number);
        }

        /// @return the name of the pass of that number
        public static String name(int number) {
            return "pass-" + number;
        }
    }

    /// Reads the items, then works on each.
    record Map() implements Stage {
        @Override
        public String name() {
            return "map";
        }
    }

    /// Offers the run's commits to the user's branch.
    record Merge() implements Stage {
        @Override
        public String name() {
            return "merge";
        }
    }
}
