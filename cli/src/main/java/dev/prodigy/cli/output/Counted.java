package dev.prodigy.cli.output;

/// Numbers of things, as people say them.
public final class Counted {
    private Counted() {}

    /// @param noun its plural ends with an s
    /// @return such as `1 execution`, `2 executions`
    public static String of(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
