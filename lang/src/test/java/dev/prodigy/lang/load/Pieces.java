package dev.prodigy.lang.load;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The valid workflows that each show a part of a large one. A place is judged far sooner in them than in the whole.
final class Pieces {
    private static final Value ITEM_STEPS = Json.parse("{\"input\": [1], \"agent_template\": \"x\"}");

    private Pieces() {}

    /// @return the pieces, and behind them the whole, which alone has what holds between its parts
    static Stream<Value> of(Value whole) {
        if (!(whole instanceof Value.Fields(var keys)) || keys.size() < 5) {
            return Stream.of(whole);
        }
        var parts = keys.containsKey("map")
                ? Stream.concat(
                        parts(keys, Map.of("map", ITEM_STEPS)),
                        parts(fields(keys.get("map")), fields(ITEM_STEPS))
                                .map(part -> new Value.Fields(Map.of("map", part))))
                : parts(keys, Map.of("commands", Value.of("x")));
        return Stream.concat(parts.filter(Pieces::isValid), Stream.of(whole));
    }

    /// Each key alone beside what must be there, a list once per element.
    private static Stream<Value> parts(Map<String, Value> keys, Map<String, Value> base) {
        return keys.entrySet().stream()
                .flatMap(key -> elements(key.getValue()).map(value -> {
                    var part = new LinkedHashMap<>(base);
                    part.put(key.getKey(), value);
                    return new Value.Fields(part);
                }));
    }

    private static Stream<Value> elements(Value value) {
        return value instanceof Value.Items(var values)
                ? values.stream().map(each -> new Value.Items(List.of(each)))
                : Stream.of(value);
    }

    private static Map<String, Value> fields(Value value) {
        return ((Value.Fields) value).members();
    }

    private static boolean isValid(Value piece) {
        return Workflows.load(Json.write(piece)).problems().stream().noneMatch(Problem::isError);
    }
}
