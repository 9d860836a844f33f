package dev.prodigy.lang.decode;

import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The named parts (`$defs`) of a JSON Schema under construction; shapes that contain themselves refer to
/// each other by name.
public final class Definitions {
    private final Map<String, Value> named;
    private final Unknown unknown;

    /// Starts without definitions.
    public Definitions() {
        this(new LinkedHashMap<>(), Unknown.WARNING);
    }

    private Definitions(Map<String, Value> named, Unknown unknown) {
        this.named = named;
        this.unknown = unknown;
    }

    /// @return what an unknown key is in the schemas that are being made
    public Unknown unknown() {
        return unknown;
    }

    /// @return the same definitions, for schemas in which unknown keys are at least that
    public Definitions unknown(Unknown least) {
        return new Definitions(named, unknown.atLeast(least));
    }

    /// @param name of the definition
    /// @param schema made when the name is used for the first time
    /// @return a schema that refers to the definition
    public Value.Fields reference(String name, Supplier<Value.Fields> schema) {
        var own = unknown == Unknown.ERROR ? name + "-strict" : name;
        if (!named.containsKey(own)) {
            named.put(own, Value.Null.NULL);
            named.put(own, schema.get());
        }
        return Schemas.of("$ref", Value.of("#/$defs/" + own));
    }

    /// @return all definitions by name
    public Value.Fields all() {
        return new Value.Fields(named);
    }
}
