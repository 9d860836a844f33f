package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.request.ValueLimits;
import dev.prodigy.lang.shell.script.Utf8;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The room that variables have in the environment of one program, whether that is a shell or not (spec 01
/// §9.3, §9.4).
public final class ExportRoom {
    /// The `=`, the NUL and the pointer that each variable costs besides its name and value.
    private static final int OVERHEAD = 10;

    private final ValueLimits limits;
    private long used;

    /// @param limits of one variable and of all together
    public ExportRoom(ValueLimits limits) {
        this.limits = limits;
    }

    /// @return the variables in the order in which they are given room: the shortest first in case there is
    ///     none for all, else as they are
    public List<Map.Entry<String, String>> inOrder(Map<String, String> variables) {
        var ordered = new ArrayList<>(variables.entrySet());
        long all = used + ordered.stream().mapToLong(ExportRoom::size).sum();
        if (all > limits.environment()) {
            ordered.sort(Comparator.comparingLong(ExportRoom::size));
        }
        return ordered;
    }

    /// Gives a variable its room.
    ///
    /// @return false when there is none
    public boolean takes(Map.Entry<String, String> variable) {
        long size = size(variable);
        boolean fits = size <= limits.variable() && used + size <= limits.environment();
        if (fits) {
            used += size;
        }
        return fits;
    }

    /// @return whether a value is short enough for a variable that a program is to have in any case
    public static boolean admits(String value) {
        return Utf8.length(value) <= ValueLimits.STANDARD.variable();
    }

    private static long size(Map.Entry<String, String> variable) {
        return variable.getKey().length() + Utf8.length(variable.getValue()) + OVERHEAD;
    }
}
