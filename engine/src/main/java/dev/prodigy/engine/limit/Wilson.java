package dev.prodigy.engine.limit;

/// The Wilson score interval: between which rates the true one lies, judged by a sample (spec 02 §6.2).
final class Wilson {
    private static final double WIDEST = 40;
    private static final int BISECTIONS = 100;

    private Wilson() {}

    /// @param quantile of {@link #quantile}
    /// @return the lower bound of the two-sided interval
    static double lowerBound(int failures, int samples, double quantile) {
        double n = samples;
        var rate = failures / n;
        var square = quantile * quantile;
        var centre = rate + square / (2 * n);
        var spread = quantile * Math.sqrt(rate * (1 - rate) / n + square / (4 * n * n));
        return (centre - spread) / (1 + square / n);
    }

    /// @param confidence between 0 and 1, exclusive
    /// @return how many standard deviations around the mean hold that share of a normal distribution
    static double quantile(double confidence) {
        var low = 0.0;
        var high = WIDEST;
        for (var i = 0; i < BISECTIONS; i++) {
            var middle = (low + high) / 2;
            if (within(middle) < confidence) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// @return the share of a normal distribution within so many deviations: 2φ(z)·(z + z³/3 + z⁵/15 + …)
    private static double within(double z) {
        var term = z;
        var sum = 0.0;
        for (var k = 1; term > sum * 1e-17; k++) {
            sum += term;
            term *= z * z / (2 * k + 1);
        }
        return Math.sqrt(2 / Math.PI) * Math.exp(-z * z / 2) * sum;
    }
}
