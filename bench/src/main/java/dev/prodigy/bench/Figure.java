package dev.prodigy.bench;

import java.util.Locale;

/// One measured number.
///
/// @param name what was measured
/// @param value how much
/// @param unit of the value
/// @param remark a budget or a comparison; may be empty
record Figure(String name, double value, String unit, String remark) {

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%-44s %14s %-9s %s", name, shortened(), unit, remark)
                .stripTrailing();
    }

    private String shortened() {
        return value < 100 ? String.format(Locale.ROOT, "%,.2f", value) : String.format(Locale.ROOT, "%,.0f", value);
    }
}
