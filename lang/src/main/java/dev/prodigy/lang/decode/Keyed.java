package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A map with declared keys.
///
/// @param <T> what the map means
public final class Keyed<T> implements Shape<T> {
    private final String expects;
    private final Unknown unknown;
    private final KeySet keys;
    private final List<Key<?>> required;
    private final List<Value> rules;
    private final Function<Entries, @Nullable T> build;

    private Keyed(
            String expects,
            Unknown unknown,
            KeySet keys,
            List<Key<?>> required,
            List<Value> rules,
            Function<Entries, @Nullable T> build) {
        this.expects = expects;
        this.unknown = unknown;
        this.keys = keys;
        this.required = required;
        this.rules = rules;
        this.build = build;
    }

    /// @param expects what a message says was expected
    /// @param build makes the meaning from the entries; null when it cannot and has reported why
    public static <T> Keyed<T> of(String expects, Unknown unknown, KeySet keys, Function<Entries, @Nullable T> build) {
        return new Keyed<>(expects, unknown, keys, List.of(), List.of(), build);
    }

    /// @return this map with keys that the JSON Schema demands
    public Keyed<T> requiring(Key<?>... keys) {
        return new Keyed<>(expects, unknown, this.keys, List.of(keys), rules, build);
    }

    /// @return this map with what the JSON Schema says of its keys besides
    public Keyed<T> ruling(Value... rules) {
        return new Keyed<>(expects, unknown, keys, required, List.of(rules), build);
    }

    /// @return the keys of the map
    public KeySet keys() {
        return keys;
    }

    @Override
    public @Nullable T read(Node node, Place place) {
        place.refuseTag(node);
        return untagged(node, place);
    }

    /// Reads a map whose tag has been understood already.
    public @Nullable T untagged(Node node, Place place) {
        if (!(node instanceof Node.Mapping mapping)) {
            place.mismatch(node, expects);
            return null;
        }
        var entries = Entries.of(mapping, keys, unknown, place);
        var value = build.apply(entries);
        entries.finish();
        return value;
    }

    @Override
    public String expects() {
        return expects;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.also(schema(keys, unknown, required, definitions), rules);
    }

    /// @return a JSON Schema that demands one of the keys, by any of its names
    public static Value.Fields oneOf(Key<?>... keys) {
        return Schemas.anyOf(Stream.of(keys).<Value>map(Key::isPresent).toList());
    }

    /// @return a JSON Schema that demands exactly one of the keys
    public static Value.Fields onlyOneOf(Key<?>... keys) {
        return Schemas.of(
                "oneOf",
                new Value.Items(Stream.of(keys).<Value>map(Key::isPresent).toList()));
    }

    /// @return the JSON Schema of a map with such keys
    public static Value.Fields schema(KeySet keys, Unknown unknown, List<Key<?>> required, Definitions definitions) {
        var members = new LinkedHashMap<String, Value>();
        members.put("type", Value.of("object"));
        var inside = definitions.unknown(unknown);
        members.put("properties", keys.properties(inside));
        if (inside.unknown() == Unknown.ERROR) {
            members.put("additionalProperties", Value.of(false));
        }
        var rules = new ArrayList<>(keys.oneNameEach());
        required.forEach(key -> rules.add(key.isPresent()));
        if (!rules.isEmpty()) {
            members.put("allOf", new Value.Items(rules));
        }
        return new Value.Fields(members);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return normal((Node.Mapping) node, keys, decoding);
    }

    /// @return the canonical spelling of a map with such keys, defaults filled in, in the order of declaration
    public static Value.Fields normal(Node.Mapping node, KeySet keys, Decoding decoding) {
        return normal(node, keys, true, decoding);
    }

    /// @return the same without defaults, for blocks that are merged over others
    public static Value.Fields written(Node.Mapping node, KeySet keys, Decoding decoding) {
        return normal(node, keys, false, decoding);
    }

    private static Value.Fields normal(Node.Mapping node, KeySet keys, boolean defaults, Decoding decoding) {
        var written = new LinkedHashMap<Key<?>, Value>();
        for (var entry : node.entries()) {
            var key = keys.find(entry.key());
            if (key != null) {
                written.put(key, key.shape(entry.key()).normal(entry.value(), decoding));
            }
        }
        var members = new LinkedHashMap<String, Value>();
        for (var key : keys.keys()) {
            var value = written.containsKey(key) || !defaults ? written.get(key) : key.filledIn(decoding);
            if (value != null) {
                members.put(key.name(), value);
            }
        }
        return new Value.Fields(members);
    }
}
