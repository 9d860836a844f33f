package dev.prodigy.cli.output;

import java.util.List;

/// Numbers of things, as people say them.
public final class Counted {
    private Counted() {}

    /// @param noun its plural ends with an s
    /// @return such as `1 execution`, `2 executions`
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /// @param names some or all of those that were counted
    /// @param most how many are named
    /// @return such as `a, b and 3 more`
    public static String named(List<String> names, long count, int most) {
        var shown = names.subList(0, Math.min(most, names.size()));
        long more = count - shown.size();
        return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
    }
}
