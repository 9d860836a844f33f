package dev.prodigy.lang.decode;

import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The keys that a map may have, found by any of their names.
public final class KeySet {
    private final List<Key<?>> keys;
    /// Of two with one name the first has it.
    private final List<Map<String, Key<?>>> byName;
    private final Map<String, Elsewhere> elsewhere;

    private KeySet(List<Key<?>> keys, List<Map<String, Key<?>>> byName, Map<String, Elsewhere> elsewhere) {
        this.keys = keys;
        this.byName = byName;
        this.elsewhere = elsewhere;
    }

    /// Where a key belongs that may not stand in a map, though people look for it there.
    ///
    /// @param path what to write instead
    /// @param hint one sentence
    public record Elsewhere(String path, String hint) {}

    /// @return a set of these keys; of two with one name the first has it
    public static KeySet of(Key<?>... keys) {
        var byName = new LinkedHashMap<String, Key<?>>();
        for (var key : keys) {
            key.spellings().forEach(spelling -> byName.putIfAbsent(spelling.name(), key));
        }
        return new KeySet(List.of(keys), List.of(byName), Map.of());
    }

    /// @return these keys, then those of another set; of two with one name the first has it
    public KeySet and(KeySet further) {
        var places = new LinkedHashMap<>(further.elsewhere);
        places.putAll(elsewhere);
        return new KeySet(both(keys, further.keys), both(byName, further.byName), places);
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        var both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    /// @return these keys, where it is known where those belong that are not among them
    public KeySet elsewhere(Map<String, Elsewhere> places) {
        var all = new LinkedHashMap<>(elsewhere);
        all.putAll(places);
        return new KeySet(keys, byName, all);
    }

    /// @return where an unknown key belongs; null when nobody knows
    @Nullable
    Elsewhere elsewhere(String name) {
        return elsewhere.get(name);
    }

    /// @return the key with this name or synonym, or null
    public @Nullable Key<?> find(String name) {
        for (var names : byName) {
            var key = names.get(name);
            if (key != null) {
                return key;
            }
        }
        return null;
    }

    /// @return whether the name is that of a key, or near one, or it is known where it belongs
    public boolean means(String name) {
        return find(name) != null || elsewhere.containsKey(name) || Nearest.to(name, names()) != null;
    }

    /// @return the keys in the order of their declaration
    public List<Key<?>> keys() {
        return keys;
    }

    /// @return every name and synonym
    public Set<String> names() {
        var all = new LinkedHashSet<String>();
        byName.forEach(names -> all.addAll(names.keySet()));
        return all;
    }

    /// @return the `properties` of the JSON Schema of such a map
    public Value.Fields properties(Definitions definitions) {
        var properties = new LinkedHashMap<String, Value>();
        for (var name : names()) {
            var key = find(name);
            if (key != null) {
                properties.put(name, property(key, name, definitions));
            }
        }
        return new Value.Fields(properties);
    }

    /// @return for each key with synonyms, a schema that refuses two of its names side by side
    public List<Value> oneNameEach() {
        var rules = new ArrayList<Value>();
        for (var key : keys) {
            var names = key.spellings().stream().map(Key.Spelling::name).toList();
            for (int i = 0; i < names.size(); i++) {
                for (int j = i + 1; j < names.size(); j++) {
                    var both = Schemas.of("required", Value.ofTexts(List.of(names.get(i), names.get(j))));
                    rules.add(Schemas.of("not", both));
                }
            }
        }
        return rules;
    }

    private static Value property(Key<?> key, String name, Definitions definitions) {
        var schema = key.shape(name).schema(definitions);
        var described = Schemas.with(schema, "description", Value.of(key.description()));
        var byDefault = key.byDefault();
        return byDefault == null ? described : Schemas.with(described, "default", byDefault);
    }
}
