package dev.prodigy.lang.expr.function;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The first two arguments of a function over elements: a list, and perhaps the path of what counts in each.
///
/// @param path null when the elements themselves count
record Elements(List<Value> values, @Nullable Path path) {

    /// @return the list and path; null when the first is no list or the second no path
    static @Nullable Elements of(List<Value> arguments) {
        if (!(arguments.getFirst() instanceof Value.Items(var values))) {
            return null;
        }
        if (arguments.size() == 1) {
            return new Elements(values, null);
        }
        var path = arguments.get(1) instanceof Value.Text(String text) ? Path.parse(text) : null;
        return path == null ? null : new Elements(values, path);
    }

    /// @return what counts in an element, null (the value) when it is missing
    Value keyOf(Value element) {
        var key = path == null ? element : path.in(element);
        return key == null ? Value.Null.NULL : key;
    }

    /// @return what counts in each element that has it
    Stream<Value> keys() {
        return values.stream()
                .map(element -> path == null ? element : path.in(element))
                .filter(Objects::nonNull);
    }
}
