package dev.prodigy.lang.shell.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A part of a text.
///
/// @param end exclusive
public record Stretch(int start, int end) {
    private static final Comparator<Stretch> OUTER_FIRST = (one, other) ->
            one.start != other.start ? Integer.compare(one.start, other.start) : Integer.compare(other.end, one.end);

    /// @param stretches each inside of another or beside it
    /// @return those that are in no other: to read these is to read all, and no place twice
    public static List<Stretch> outermost(List<Stretch> stretches) {
        var outermost = new ArrayList<Stretch>();
        int reached = -1;
        for (var stretch : stretches.stream().sorted(OUTER_FIRST).toList()) {
            if (stretch.start() >= reached) {
                outermost.add(stretch);
                reached = stretch.end();
            }
        }
        return outermost;
    }
}
