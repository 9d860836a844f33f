package dev.prodigy.engine.figures;

import java.math.BigDecimal;
import java.util.List;

/// What a metric has come to for one combination of label values.
public sealed interface Sample {

    /// A sum, or for a gauge what holds now.
    record Amount(BigDecimal value) implements Sample {}

    /// How values are spread.
    ///
    /// @param counts values in each bucket, not cumulative; the last is for what lies above all bounds
    /// @param sum of all values
    record Spread(List<Long> counts, long sum) implements Sample {
        public Spread {
            counts = List.copyOf(counts);
        }

        /// @return how many values there are
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
