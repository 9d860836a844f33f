package dev.prodigy.lang.expr.scope;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Walks from a value along the rest of a path.
final class PathWalk {
    private PathWalk() {}

    /// @return what is there, or null when it is undefined
    static @Nullable Value from(Value start, List<Segment> segments, int from) {
        Value at = start;
        for (int i = from; i < segments.size(); i++) {
            if (segments.get(i) instanceof Segment.Each) {
                return each(at, segments, i);
            }
            at = step(at, segments.get(i));
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    /// How far a walk comes that ends in nothing.
    ///
    /// @param index the first segment that leads nowhere
    /// @param value what it was applied to
    record End(int index, Value value) {}

    /// @return where a walk that does not arrive stops
    static End endOf(Value start, List<Segment> segments, int from) {
        var end = new End(from, start);
        while (end.index + 1 < segments.size()) {
            var next = step(end.value, segments.get(end.index));
            if (next == null) {
                break;
            }
            end = new End(end.index + 1, next);
        }
        return end;
    }

    /// @return the names that can follow the value
    static Collection<String> names(Value value) {
        return opened(value) instanceof Value.Fields(var members) ? members.keySet() : List.of();
    }

    private static @Nullable Value step(Value from, Segment segment) {
        var value = opened(from);
        return switch (segment) {
            case Segment.Name(String name) -> named(value, name);
            case Segment.Key(String name) -> named(value, name);
            case Segment.Index(int index) -> value instanceof Value.Items(var values) ? element(values, index) : null;
            case Segment.Each _ -> null;
        };
    }

    private static @Nullable Value named(Value value, String name) {
        return switch (value) {
            case Value.Fields fields -> fields.get(name);
            case Value.Items(var values) -> {
                int index = PathReader.index(name);
                yield index < 0 ? null : element(values, index);
            }
            case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> null;
        };
    }

    private static @Nullable Value element(List<Value> values, int index) {
        int at = index < 0 ? values.size() + index : index;
        return at >= 0 && at < values.size() ? values.get(at) : null;
    }

    /// The nodes that `[*]` and what follows it lead to, as one flat list; elements without them are left out, as in
    /// JSONPath.
    private static @Nullable Value each(Value from, List<Segment> segments, int i) {
        var elements = switch (opened(from)) {
            case Value.Items(var values) -> values;
            case Value.Fields(var members) -> members.values();
            case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> null;
        };
        if (elements == null) {
            return null;
        }
        boolean nested = segments.subList(i + 1, segments.size()).contains(new Segment.Each());
        var found = new ArrayList<Value>();
        for (var element : elements) {
            var value = from(element, segments, i + 1);
            if (nested && value instanceof Value.Items(var values)) {
                found.addAll(values);
            } else if (value != null) {
                found.add(value);
            }
        }
        return new Value.Items(found);
    }

    /// A string that is JSON is walked into as what it says; only objects and lists can be.
    private static Value opened(Value value) {
        if (value instanceof Value.Text(String text) && mayBeJson(text)) {
            var parsed = Json.tryParse(text);
            return parsed == null ? value : parsed;
        }
        return value;
    }

    private static boolean mayBeJson(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
    }
}
