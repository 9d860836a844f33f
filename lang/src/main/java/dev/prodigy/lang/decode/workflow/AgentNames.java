package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.step.Taken;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What agents cannot be called (spec 01 §7, §11): a name that a key of steps has already, or of a map that may hold
/// steps or be one, and a name by which texts mean something else.
final class AgentNames {
    private static final String CLAUDE = "claude";
    private static final Set<String> KEYS = keys();
    private static final Set<String> NAMESPACES = ReservedNames.namespaces().stream()
            .filter(name -> !name.equals(CLAUDE))
            .collect(Collectors.toUnmodifiableSet());

    private AgentNames() {}

    /// @return a JSON Schema that refuses them
    static Value.Fields schema() {
        return Schemas.not(Schemas.words(Stream.concat(KEYS.stream(), NAMESPACES.stream())
                .distinct()
                .sorted()
                .toList()));
    }

    /// Reports such a name.
    static void check(Node.Entry agent, Place place) {
        var name = agent.key();
        if (KEYS.contains(name)) {
            report(agent, place, "steps have a key of that name");
        } else if (NAMESPACES.contains(name)) {
            report(agent, place, "${" + name + "} means something else");
        }
    }

    private static void report(Node.Entry agent, Place place, String reason) {
        var message = "no agent can be called \"" + agent.key() + "\": " + reason;
        place.error(ProblemCode.RESERVED_NAME, agent.keySpan(), message);
    }

    private static Set<String> keys() {
        return Stream.of(
                        Set.copyOf(Taken.names()),
                        SetupShape.SETUP.settings().names(),
                        Phase.REDUCE.settings().names(),
                        MergeShape.MERGE.settings().names(),
                        OnConflictShape.KEYS.names(),
                        ItemHandlerShape.BESIDE.names())
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }
}
