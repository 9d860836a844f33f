package dev.prodigy.engine.ledger;

import dev.prodigy.model.event.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which execution site of a step: the same step in another pass or round is another site.
///
/// @param phase `setup`, `commands`, `reduce`, `merge`
/// @param pass of a standard workflow, or null
/// @param round foreach indices, outermost first
public record StepKey(String phase, @Nullable Integer pass, String step, List<Integer> round) {
    private static final String LOOP = ".do[";

    /// @return the site an event is about, or null when it is about none outside of items
    public static @Nullable StepKey of(Context context) {
        return context.phase() == null || context.step() == null || context.itemId() != null
                ? null
                : new StepKey(context.phase(), context.pass(), context.step(), context.round());
    }

    /// @return another step of the same phase, pass and round
    public StepKey sibling(String path) {
        return new StepKey(phase, pass, path, round);
    }

    /// @return the step in one of whose lists this one stands, or null where it stands in the phase's own
    @Nullable
    StepKey holder() {
        int end = step.lastIndexOf(']', step.length() - 2) + 1;
        if (end == 0) {
            return null;
        }
        var path = step.substring(0, end);
        return new StepKey(phase, pass, path, round.subList(0, Math.min(round.size(), loops(path))));
    }

    /// @return whether it stands in a list that is what its holder does, not in one that reacts to it
    boolean isInExecution() {
        return isInRound() || isIn(".template[");
    }

    /// @return whether it stands in the list of a loop itself
    boolean isInRound() {
        return isIn(LOOP);
    }

    private boolean isIn(String list) {
        int from = step.lastIndexOf('[');
        return from >= 0 && step.substring(0, from + 1).endsWith(list);
    }

    private static int loops(String path) {
        int loops = 0;
        for (int at = path.indexOf(LOOP); at >= 0; at = path.indexOf(LOOP, at + 1)) {
            loops++;
        }
        return loops;
    }

    /// @return a text that sorts the sites inside a step directly behind it: its path with the rounds written in,
    ///     such as `commands#1 commands[0].do{3}[1]`
    String place() {
        var place = new StringBuilder(prefix(phase));
        if (pass != null) {
            place.append(pass);
        }
        place.append(' ');
        int from = 0;
        for (var index : round) {
            int loop = step.indexOf(LOOP, from);
            if (loop < 0) {
                break;
            }
            place.append(step, from, loop).append(".do{").append(index).append('}');
            from = loop + LOOP.length() - 1;
        }
        return place.append(step, from, step.length()).toString();
    }

    /// @return the step around it, or itself, that stands in the phase's own list
    StepKey outermost() {
        var holder = holder();
        return holder == null ? this : holder.outermost();
    }

    /// @return what the places of all sites of a phase begin with
    static String prefix(String phase) {
        return phase + "#";
    }
}
