package dev.prodigy.lang.decode;

import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The named parts (`$defs`) of a JSON Schema under construction; shapes that contain themselves refer to
/// each other by name.
public final class Definitions {
    private final Map<String, Value> named = new LinkedHashMap<>();

    /// Starts without definitions.
    public Definitions() {}

    /// @param name of the definition
    /// @param schema made when the name is used for the first time
    /// @return a schema that refers to the definition
    public Value.Fields reference(String name, Supplier<Value.Fields> schema) {
        if (!named.containsKey(name)) {
            named.put(name, Value.Null.NULL);
            named.put(name, schema.get());
        }
        return Schemas.of("$ref", Value.of("#/$defs/" + name));
    }

    /// @return all definitions by name
    public Value.Fields all() {
        return new Value.Fields(named);
    }
}
