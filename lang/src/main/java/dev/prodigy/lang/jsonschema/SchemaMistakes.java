package dev.prodigy.lang.jsonschema;

import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// What the meta-schema does not see: regular expressions that are none, and references that lead nowhere. The library
/// leaves out the former when it judges a document, and meets the latter only where a document leads to them.
final class SchemaMistakes {
    private static final Set<String> SCHEMAS = Set.of(
            "additionalProperties",
            "contains",
            "contentSchema",
            "else",
            "if",
            "items",
            "not",
            "propertyNames",
            "then",
            "unevaluatedItems",
            "unevaluatedProperties");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> MAPS =
            Set.of("$defs", "definitions", "dependentSchemas", "patternProperties", "properties");
    private static final Pattern META_SCHEMA = Pattern.compile("https?://json-schema\\.org/.*");

    private final Value root;
    private final List<Map<String, Value>> schemas = new ArrayList<>();
    private final Set<String> anchors = new HashSet<>();
    /// Whether what a reference is relative to may be another place than the root.
    private boolean hasIds;

    private SchemaMistakes(Value root) {
        this.root = root;
        collect(root);
    }

    /// @param schema one that the meta-schema accepts
    /// @return the first mistake, in words, or null
    static @Nullable String first(Value schema) {
        var mistakes = new SchemaMistakes(schema);
        for (var each : mistakes.schemas) {
            var found = mistakes.in(each);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private void collect(@Nullable Value schema) {
        if (!(schema instanceof Value.Fields(var members))) {
            return;
        }
        schemas.add(members);
        hasIds |= members.containsKey("$id");
        for (var anchor : List.of("$anchor", "$dynamicAnchor")) {
            if (members.get(anchor) instanceof Value.Text(var name)) {
                anchors.add(name);
            }
        }
        members.forEach((keyword, value) -> {
            if (SCHEMAS.contains(keyword)) {
                collect(value);
            } else if (LISTS.contains(keyword) && value instanceof Value.Items(var elements)) {
                elements.forEach(this::collect);
            } else if (MAPS.contains(keyword) && value instanceof Value.Fields(var named)) {
                named.values().forEach(this::collect);
            }
        });
    }

    private @Nullable String in(Map<String, Value> schema) {
        var mistake = schema.get("pattern") instanceof Value.Text(var regex) ? ofPattern("pattern", regex) : null;
        if (schema.get("patternProperties") instanceof Value.Fields(var named)) {
            for (var regex : named.keySet()) {
                mistake = mistake == null ? ofPattern("patternProperties", regex) : mistake;
            }
        }
        for (var keyword : List.of("$ref", "$dynamicRef")) {
            if (mistake == null && schema.get(keyword) instanceof Value.Text(var to) && !leadsSomewhere(to)) {
                mistake = keyword + " `" + to + "` leads nowhere; references lead only within the schema";
            }
        }
        return mistake;
    }

    private static @Nullable String ofPattern(String keyword, String regex) {
        try {
            Pattern.compile(regex);
            return null;
        } catch (PatternSyntaxException e) {
            return keyword + " `" + regex + "` is no regular expression: " + e.getDescription();
        }
    }

    /// @return false only where it surely leads nowhere: escapes of URIs are left to the library
    private boolean leadsSomewhere(String reference) {
        if (hasIds || reference.contains("%") || META_SCHEMA.matcher(reference).matches()) {
            return true;
        }
        if (!reference.startsWith("#")) {
            return false;
        }
        var fragment = reference.substring(1);
        if (fragment.isEmpty()) {
            return true;
        }
        return fragment.startsWith("/") ? isThere(fragment.substring(1)) : anchors.contains(fragment);
    }

    /// @param pointer a JSON pointer without its first slash
    private boolean isThere(String pointer) {
        @Nullable Value at = root;
        for (var step : pointer.split("/", -1)) {
            var name = step.replace("~1", "/").replace("~0", "~");
            at = switch (at) {
                case Value.Fields(var members) -> members.get(name);
                case Value.Items(var elements)
                when name.matches("\\d{1,9}") && Integer.parseInt(name) < elements.size() ->
                    elements.get(Integer.parseInt(name));
                case null, default -> null;
            };
        }
        return at != null;
    }
}
