package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.ReadableText;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Data;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variables whose texts are known before a run begins: what comes from outside, and what the document
/// itself says (spec 01 §1, "Scalars").
public final class KnownVariables {
    /// None, and that is no mistake: the workflow is only checked.
    static final KnownVariables UNKNOWN =
            new KnownVariables(List.of(), new Knowledge(Map.of(), Map.of(), false, false));

    private static final int DEEPEST = 8;

    private final List<Map<String, @Nullable String>> layers;
    private final Knowledge knowledge;

    /// @param layers texts by name, the last one wins; null for a name whose text only steps will bring
    private KnownVariables(List<Map<String, @Nullable String>> layers, Knowledge knowledge) {
        this.layers = layers;
        this.knowledge = knowledge;
    }

    /// How much of it is known.
    private static final class Knowledge {
        private final Map<String, String> origins;
        private final Map<String, String> environment;
        private final boolean complete;
        private final boolean settled;
        private boolean lacking;

        /// @param origins where those are configured whose texts come from there
        /// @param complete nothing more will be known
        /// @param settled what is known will not change
        Knowledge(Map<String, String> origins, Map<String, String> environment, boolean complete, boolean settled) {
            this.origins = origins;
            this.environment = environment;
            this.complete = complete;
            this.settled = settled;
        }
    }

    /// @param root the composed document
    /// @param configured those of the lowest rank, by name; a parameter never falls back to one
    /// @param outside what the run gets from outside
    /// @return the variables of a document, in the order of precedence of spec 01 §7
    public static KnownVariables of(Node.Mapping root, Map<String, ConfiguredVariable> configured, Outside outside) {
        var lowest = new LinkedHashMap<String, @Nullable String>();
        configured.forEach((name, variable) -> lowest.put(name, variable.text()));
        removeNames(root.get("parameters"), lowest);
        addScalars(root.get("defaults"), lowest);
        addDefaults(null, root.get("parameters"), lowest);
        lowest.putAll(outside.variables());
        var origins = new LinkedHashMap<String, String>();
        configured.forEach((name, variable) -> {
            if (variable.text().equals(lowest.get(name))) {
                origins.put(name, variable.from());
            }
        });
        var env = new LinkedHashMap<String, @Nullable String>();
        addScalars(root.get("env"), env);
        var profile = new LinkedHashMap<String, @Nullable String>();
        if (outside.profile() != null && root.get("profiles") instanceof Node.Mapping profiles) {
            var chosen = profiles.get(outside.profile());
            var inner = chosen instanceof Node.Mapping map ? map.get("env") : null;
            addScalars(inner == null ? chosen : inner, profile);
        }
        boolean settled = outside.complete() || (root.get("env_files") == null && root.get("profiles") == null);
        return new KnownVariables(
                List.of(lowest, env, profile),
                new Knowledge(origins, outside.environment(), outside.complete(), settled));
    }

    /// @param env a step's own, or null; it wins over all others for the step and what is inside of it
    /// @return the variables that the step can take its numbers from
    public KnownVariables within(@Nullable Node env) {
        var own = new LinkedHashMap<String, @Nullable String>();
        addScalars(env, own);
        return own.isEmpty() ? this : with(own);
    }

    /// @param with a template's parameters at one step that uses it, whose texts refer to the names around the step
    /// @param defaults of the others, and of those that may come to null; each behind those that it refers to
    /// @return the variables that the template's steps can take their numbers from: the parameters win
    public KnownVariables within(Map<String, Data> with, Map<String, Data> defaults) {
        var own = new LinkedHashMap<String, @Nullable String>();
        with.forEach((name, value) -> own.put(name, text(value)));
        for (var each : defaults.entrySet()) {
            if (!with.containsKey(each.getKey())) {
                own.put(each.getKey(), with(own).text(each.getValue()));
            }
        }
        return own.isEmpty() ? this : with(own);
    }

    private KnownVariables with(Map<String, @Nullable String> own) {
        var all = new ArrayList<>(layers);
        all.add(own);
        return new KnownVariables(List.copyOf(all), knowledge);
    }

    /// @return what a value given to a template comes to, or null when that is not known
    private @Nullable String text(Data data) {
        return switch (data) {
            case Data.Constant(var value, var spelling) -> spelling == null ? ValueText.of(value) : spelling;
            case Data.Phrase(var text) -> text.source().contains("$") ? value(text.source()) : text.source();
            case Data.Sequence _, Data.Mapping _ -> null;
        };
    }

    /// @return whether the document itself, or what comes from outside, gives the name a text
    public boolean give(String name) {
        return layers.stream().anyMatch(layer -> layer.containsKey(name));
    }

    /// @param placeholder such as `${NAME}` or `${NAME:-5}`
    /// @return its text, or null when that is not known
    @Nullable
    String value(String placeholder) {
        return value(placeholder, !knowledge.complete);
    }

    /// @param placeholder in a step, where names may have values by then that only steps will bring
    /// @return its text, or null when that is not certain yet
    @Nullable
    String certain(String placeholder) {
        return value(placeholder, true);
    }

    /// @param placeholder one alone, such as `${NAME}`
    /// @return where the text is configured that its variable has, or null where it comes from elsewhere
    @Nullable
    String origin(String placeholder) {
        var paths = ReadableText.variables(placeholder, TextPlace.ENVIRONMENT);
        var name = paths.size() == 1 ? paths.getFirst().toString() : "";
        return layers.stream().filter(layer -> layer.containsKey(name)).count() == 1
                ? knowledge.origins.get(name)
                : null;
    }

    private @Nullable String value(String placeholder, boolean mayCome) {
        var text = knowledge.settled ? filled(placeholder, new Found("", 0, 0, mayCome)) : placeholder;
        return placeholder.equals(text) ? null : text;
    }

    private @Nullable String filled(String text, Found found) {
        try {
            var template = Template.parse(text, TextPlace.ENVIRONMENT);
            return template.render(found, Sources.none()) instanceof Resolution.Filled filled && !found.missed
                    ? filled.text()
                    : null;
        } catch (ExpressionSyntax e) {
            return null;
        }
    }

    /// The names in one text. An entry may refer to others, and to its own name in the layers below it.
    private final class Found implements Scope {
        private final String owner;
        private final int ownLayer;
        private final int depth;
        /// Names without a value may get one.
        private final boolean mayCome;
        /// A name was asked for that will have a value, or may: its default would be another one.
        private boolean missed;

        Found(String owner, int ownLayer, int depth, boolean mayCome) {
            this.mayCome = mayCome;
            this.owner = owner;
            this.ownLayer = ownLayer;
            this.depth = depth;
        }

        @Override
        public Binding find(String name) {
            int below = name.equals(owner) ? ownLayer : layers.size();
            for (int layer = below - 1; layer >= 0 && depth <= DEEPEST; layer--) {
                if (layers.get(layer).containsKey(name)) {
                    var text = value(name, layer);
                    missed |= text == null && layers.get(layer).get(name) == null;
                    return text == null ? Binding.notOwned() : Binding.text(text);
                }
            }
            missed |= mayCome && !knowledge.environment.containsKey(name);
            return Binding.notOwned();
        }

        private @Nullable String value(String name, int layer) {
            var text = layers.get(layer).get(name);
            return text != null && text.contains("$")
                    ? filled(text, new Found(name, layer, depth + 1, !knowledge.complete))
                    : text;
        }

        @Override
        public @Nullable String environment(String name) {
            return knowledge.environment.get(name);
        }
    }

    /// @return whether a name without value is a mistake
    public boolean areComplete() {
        return knowledge.complete;
    }

    /// Notes that a variable has no value yet.
    void lack() {
        knowledge.lacking = true;
    }

    /// @return whether a variable was asked for that has no value yet
    public boolean lacksSome() {
        return knowledge.lacking;
    }

    private static void addScalars(@Nullable Node map, Map<String, @Nullable String> texts) {
        if (map instanceof Node.Mapping mapping) {
            for (var entry : mapping.entries()) {
                var value = entry.value() instanceof Node.Mapping written ? written.get("value") : entry.value();
                if (!(value instanceof Node.Scalar scalar)) {
                    texts.put(entry.key(), null);
                } else if (!scalar.isNull()) {
                    texts.put(entry.key(), scalar.text());
                }
            }
        }
    }

    /// Removes the names of parameters, and the few words of their shapes.
    private static void removeNames(@Nullable Node node, Map<String, @Nullable String> texts) {
        switch (node) {
            case null -> {}
            case Node.Scalar scalar -> texts.remove(scalar.text());
            case Node.Sequence list -> list.items().forEach(each -> removeNames(each, texts));
            case Node.Mapping map -> {
                removeNames(map.get("name"), texts);
                for (var entry : map.entries()) {
                    texts.remove(entry.key());
                    if (!(entry.value() instanceof Node.Scalar)) {
                        removeNames(entry.value(), texts);
                    }
                }
            }
        }
    }

    /// Parameters come in lists and maps of several shapes; those with a default have it beside their name, or below
    /// it.
    private static void addDefaults(@Nullable String name, @Nullable Node node, Map<String, @Nullable String> texts) {
        switch (node) {
            case null -> {}
            case Node.Scalar _ -> {}
            case Node.Sequence list -> list.items().forEach(each -> addDefaults(null, each, texts));
            case Node.Mapping map -> {
                var own = map.get("name") instanceof Node.Scalar scalar ? scalar.text() : name;
                if (own != null && map.get("default") instanceof Node.Scalar value && !value.isNull()) {
                    texts.put(own, value.text());
                } else {
                    map.entries().forEach(entry -> addDefaults(entry.key(), entry.value(), texts));
                }
            }
        }
    }
}
