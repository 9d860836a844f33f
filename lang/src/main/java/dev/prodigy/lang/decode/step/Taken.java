package dev.prodigy.lang.decode.step;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The names that keys of steps have already, so that no agent can have them (spec 01 §11).
public final class Taken {
    private static final String CLAUDE = "claude";
    /// What a list of steps is called, which may stand wherever a step may.
    private static final Set<String> LISTS = Set.of("commands", "steps");

    private Taken() {}

    /// @return the kinds of step other than agents, the options of steps and handlers, and what lists of steps are
    ///     called, sorted
    public static List<String> names() {
        return Stream.of(StepKinds.names(), StepOptionKeys.ALL.names(), HandlerKeys.CONTROL.names(), LISTS)
                .flatMap(Set::stream)
                .filter(name -> !name.equals(CLAUDE))
                .distinct()
                .sorted()
                .toList();
    }

    /// @return whether a kind of step has this name whatever agents are declared
    public static boolean isKind(String name) {
        return StepKinds.isNamed(name);
    }

    /// @return whether the name is one of these
    public static boolean contains(String name) {
        boolean kind = StepKinds.isNamed(name) && !name.equals(CLAUDE);
        return kind
                || StepOptionKeys.ALL.names().contains(name)
                || HandlerKeys.CONTROL.names().contains(name)
                || LISTS.contains(name);
    }
}
