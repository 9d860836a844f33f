package dev.prodigy.cli.command;

/// A word beside the options, such as a file or a run.
///
/// @param label its name in help, such as `RUN`
/// @param isRequired whether it must be there
/// @param isRepeatable whether several may be given
public record Argument(String label, boolean isRequired, boolean isRepeatable) {

    /// @return exactly one
    public static Argument required(String label) {
        return new Argument(label, true, false);
    }

    /// @return one or none
    public static Argument optional(String label) {
        return new Argument(label, false, false);
    }

    /// @return any number
    public static Argument any(String label) {
        return new Argument(label, false, true);
    }

    /// @return how many there must be
    int fewest() {
        return isRequired ? 1 : 0;
    }

    /// @return how it stands in a usage line
    public String usage() {
        var text = isRepeatable ? label + "…" : label;
        return isRequired ? text : "[" + text + "]";
    }
}
