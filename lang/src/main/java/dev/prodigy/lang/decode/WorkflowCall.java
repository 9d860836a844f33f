package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Data;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A place that runs another workflow, to be compared with that workflow when it is loaded (spec 01 §12).
///
/// @param file path of the other workflow
/// @param given names of the values given, where nobody adds to them; null where a caller may
/// @param with the values written here, or null
/// @param wanted what the other workflow must give
/// @param span of the path or name
/// @param place of the path or name
public record WorkflowCall(
        String file,
        @Nullable Set<String> given,
        @Nullable Given with,
        List<WantedOutput> wanted,
        Span span,
        Place place) {
    public WorkflowCall {
        wanted = List.copyOf(wanted);
    }

    /// @return the same, where a caller may add values
    WorkflowCall open() {
        return new WorkflowCall(file, null, with, wanted, span, place);
    }

    /// @param with values as they are written
    /// @return the names of those that give one: null counts as not given
    public static Set<String> given(Map<String, Data> with) {
        var given = new LinkedHashSet<>(with.keySet());
        given.removeIf(name -> with.get(name) instanceof Data.Constant(var value, var _) && value.isNull());
        return given;
    }

    /// Values at a call.
    ///
    /// @param place of the map
    public record Given(Node.Mapping values, Place place) {
        /// @return the values of a key of the call; null when it is absent or no map
        public static @Nullable Given of(Key<?> key, Entries entries) {
            return entries.written(key) instanceof Node.Mapping values ? new Given(values, entries.at(key)) : null;
        }
    }
}
