package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variables whose texts are known when a workflow is loaded: what the command line gives, and what the document
/// itself says (spec 01 §1, "Scalars").
public final class KnownVariables {
    /// None, and that is no mistake: the workflow is only checked.
    public static final KnownVariables UNKNOWN = new KnownVariables(Map.of(), false);

    private static final int DEEPEST = 8;

    private final Map<String, String> texts;
    private final boolean complete;

    private KnownVariables(Map<String, String> texts, boolean complete) {
        this.texts = texts;
        this.complete = complete;
    }

    /// @param root the composed document
    /// @param given parameters from outside; null when the workflow is only checked
    /// @return the variables of a document, in the order of precedence of spec 01 §7
    public static KnownVariables of(Node.Mapping root, @Nullable Map<String, String> given) {
        var texts = new LinkedHashMap<String, String>();
        addScalars(root.get("defaults"), texts);
        addDefaults(null, root.get("parameters"), texts);
        if (given != null) {
            texts.putAll(given);
        }
        addScalars(root.get("env"), texts);
        return new KnownVariables(texts, given != null);
    }

    /// @return the text, or null when it is not known
    @Nullable
    String value(String name) {
        var text = texts.get(name);
        for (int i = 0; i < DEEPEST && text != null && Settings.isPlaceholder(text); i++) {
            text = texts.get(Given.name(text));
        }
        return text == null || text.contains("$") ? null : text;
    }

    /// @return whether a name without value is a mistake
    boolean areComplete() {
        return complete;
    }

    private static void addScalars(@Nullable Node map, Map<String, String> texts) {
        if (map instanceof Node.Mapping mapping) {
            for (var entry : mapping.entries()) {
                if (entry.value() instanceof Node.Scalar scalar && !scalar.isNull()) {
                    texts.put(entry.key(), scalar.text());
                }
            }
        }
    }

    /// Parameters come in lists and maps of several shapes; those with a default have it beside their name, or below
    /// it.
    private static void addDefaults(@Nullable String name, @Nullable Node node, Map<String, String> texts) {
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
