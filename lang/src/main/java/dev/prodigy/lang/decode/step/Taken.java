package dev.prodigy.lang.decode.step;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The names that keys of steps have already, so that no agent can have them (spec 01 §11).
public final class Taken {
    private static final String CLAUDE = "claude";

    private Taken() {}

    /// @return the kinds of step other than agents, and the options of steps, sorted
    public static List<String> names() {
        return Stream.of(StepKinds.names(), StepOptionKeys.ALL.names(), HandlerKeys.CONTROL.names())
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

    /// @return whether the name is a kind of step other than an agent, or an option of steps
    public static boolean contains(String name) {
        boolean kind = StepKinds.isNamed(name) && !name.equals(CLAUDE);
        return kind
                || StepOptionKeys.ALL.names().contains(name)
                || HandlerKeys.CONTROL.names().contains(name);
    }
}
