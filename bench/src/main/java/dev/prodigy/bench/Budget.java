package dev.prodigy.bench;

/// What a figure should be.
sealed interface Budget {
    /// @return whether a value keeps within it
    boolean holds(double value);

    /// It is measured to compare others with, or to be watched.
    record None() implements Budget {
        @Override
        public boolean holds(double value) {
            return true;
        }

        @Override
        public String toString() {
            return "";
        }
    }

    /// The more the better.
    record AtLeast(double least) implements Budget {
        @Override
        public boolean holds(double value) {
            return value >= least;
        }

        @Override
        public String toString() {
            return "≥ " + plain(least);
        }
    }

    /// The less the better.
    record AtMost(double most) implements Budget {
        @Override
        public boolean holds(double value) {
            return value <= most;
        }

        @Override
        public String toString() {
            return "≤ " + plain(most);
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? "%,d".formatted((long) value) : String.valueOf(value);
    }
}
