package dev.prodigy.bench;

import java.util.List;
import java.util.Locale;

/// What several rounds of one measurement gave.
///
/// @param least of them
/// @param median of them
/// @param most of them
record Spread(double least, double median, double most) {

    /// @param values at least one
    static Spread of(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return new Spread(sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
    }

    /// @return of a single round
    static Spread of(double value) {
        return new Spread(value, value, value);
    }

    /// @return `median (least–most)`, or the value alone where all are the same
    @Override
    public String toString() {
        return least == most ? number(median) : number(median) + " (" + number(least) + "–" + number(most) + ")";
    }

    /// @return the number with as many digits as mean something
    static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%,.2f" : value < 100 ? "%,.1f" : "%,.0f", value);
    }
}
