package dev.prodigy.bench;

/// One measured number.
///
/// @param name what was measured
/// @param value how much
/// @param unit of the value; may be empty
/// @param budget what it should be
/// @param remark a comparison; may be empty
record Figure(String name, Spread value, String unit, Budget budget, String remark) {

    /// @return a figure without a budget
    static Figure of(String name, double value, String unit) {
        return new Figure(name, Spread.of(value), unit, new Budget.None(), "");
    }

    /// @return a figure without a budget
    static Figure of(String name, Spread value, String unit) {
        return new Figure(name, value, unit, new Budget.None(), "");
    }

    /// @return how many times one figure is of another
    static Figure ratio(String name, double value, Budget budget) {
        return new Figure(name, Spread.of(value), "×", budget, "");
    }

    Figure atLeast(double least) {
        return new Figure(name, value, unit, new Budget.AtLeast(least), remark);
    }

    Figure atMost(double most) {
        return new Figure(name, value, unit, new Budget.AtMost(most), remark);
    }

    Figure saying(String words) {
        return new Figure(name, value, unit, budget, words);
    }

    /// @return whether it keeps within its budget
    boolean isGood() {
        return budget.holds(value.median());
    }

    /// @return a row of a Markdown table
    String row() {
        var verdict = budget instanceof Budget.None ? "" : isGood() ? "yes" : "**no**";
        return "| " + name + " | " + value + " " + unit + " | " + budget + " | " + verdict + " | " + remark + " |";
    }

    @Override
    public String toString() {
        var wanted = budget instanceof Budget.None ? "" : (isGood() ? "within " : "NOT WITHIN ") + budget;
        return "%-58s %24s %-10s %-20s %s"
                .formatted(name, value, unit, wanted, remark)
                .stripTrailing();
    }
}
