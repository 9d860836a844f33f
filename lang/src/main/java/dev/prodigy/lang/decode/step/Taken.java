package dev.prodigy.lang.decode.step;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names that keys of steps have already, so that no agent can have them (spec 01 §11).
public final class Taken {
    private static final String CLAUDE = "claude";
    /// What a list of steps is called, which may stand wherever a step may.
    private static final Set<String> LISTS = Set.of("commands", "steps");
    /// Kinds of spec 01 §2 that no step can have yet: an agent of such a name would be in their way.
    private static final Set<String> TO_COME = Set.of("http_request", "llm_call");

    private static final Set<String> NAMES = all();

    private Taken() {}

    /// @return the kinds of step other than agents, what stands beside a kind, the options of steps, handlers and
    ///     validations, and what lists of steps are called, sorted
    public static List<String> names() {
        return NAMES.stream().sorted().toList();
    }

    /// @return whether a kind of step has this name whatever agents are declared
    public static boolean isKind(String name) {
        return StepKinds.isNamed(name);
    }

    private static Set<String> all() {
        var beside = StepKinds.NAMED.stream()
                .map(kind -> kind.form().beside().names())
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        return Stream.of(
                        StepKinds.names(),
                        beside,
                        TO_COME,
                        StepOptionKeys.ALL.names(),
                        ForeachKind.INSIDE.names(),
                        HandlerKeys.CONTROL.names(),
                        ValidationShape.CONTROL.names(),
                        OnIncompleteShape.CONTROL.names(),
                        Set.of(AfterRetriesShape.FALLBACK),
                        LISTS)
                .flatMap(Set::stream)
                .filter(name -> !name.equals(CLAUDE))
                .collect(Collectors.toUnmodifiableSet());
    }
}
