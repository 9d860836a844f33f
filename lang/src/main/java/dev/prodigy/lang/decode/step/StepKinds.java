package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.yaml.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All kinds of steps, by the keys that name them. Declared agents are further kinds.
final class StepKinds {
    /// A kind found in a step.
    ///
    /// @param entry the entry that names it
    record Found(Node.Entry entry, StepKindShape shape) {}

    /// The kinds that have a name of their own, in the order of the JSON Schema.
    static final List<StepKindShape> NAMED = List.of(
            new ShellKind(),
            AgentKind.of("claude"),
            new NamedAgentKind(),
            new ForeachKind(),
            new WriteFileKind(),
            new ValidateKind(),
            new WorkflowKind(),
            new TemplateKind());

    private static final Map<String, StepKindShape> BY_NAME = byName();

    private StepKinds() {}

    /// @return the kinds that a step names, in source order; `validate` counts only when it stands alone, because it
    ///     is an option of every other kind
    static List<Found> in(Node.Mapping step, Decoding decoding) {
        var found = new ArrayList<Found>(1);
        Found validate = null;
        for (var entry : step.entries()) {
            var shape = find(entry.key(), decoding);
            if (shape instanceof ValidateKind) {
                validate = new Found(entry, shape);
            } else if (shape != null) {
                found.add(new Found(entry, shape));
            }
        }
        if (found.isEmpty() && validate != null) {
            found.add(validate);
        }
        return found;
    }

    /// @return the kind with this name, or null
    static @Nullable StepKindShape find(String name, Decoding decoding) {
        var shape = BY_NAME.get(name);
        if (shape == null && decoding.agents().contains(name)) {
            return AgentKind.of(name);
        }
        return shape;
    }

    /// @return whether a kind has this name whatever agents are declared
    static boolean isNamed(String name) {
        return BY_NAME.containsKey(name);
    }

    /// @return the names of all kinds whatever agents are declared
    static Set<String> names() {
        return BY_NAME.keySet();
    }

    /// @return the names of all kinds that a message should offer
    static List<String> offered(Decoding decoding) {
        var own = NAMED.stream().map(StepKindShape::form).map(StepForm::name);
        return Stream.concat(own, decoding.agents().stream()).distinct().toList();
    }

    private static Map<String, StepKindShape> byName() {
        var byName = new LinkedHashMap<String, StepKindShape>();
        Stream.of(NAMED, LegacyKind.ALL, RemovedKind.ALL)
                .flatMap(List::stream)
                .forEach(shape -> shape.form().names().forEach(name -> byName.put(name, shape)));
        return byName;
    }
}
