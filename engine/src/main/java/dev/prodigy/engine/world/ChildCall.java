package dev.prodigy.engine.world;

import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run of another workflow that a step starts, or goes on with (spec 01 §12).
///
/// @param runId its id; a run of that id which exists already goes on
/// @param file path of its file
/// @param with inputs and parameters
/// @param directory where it works, absolute
/// @param environment of its processes, in place of prodigy's own
public record ChildCall(
        String runId,
        String file,
        Map<String, Given> with,
        String directory,
        Map<String, String> environment,
        Call.Limits limits) {
    public ChildCall {
        with = new LinkedHashMap<>(with);
        environment = Map.copyOf(environment);
    }

    /// A value with its nature: data stays data in the other workflow.
    ///
    /// @param spelling of a number or boolean that the caller's author wrote, for where the other workflow
    ///     expects a text; null for all others
    public record Given(
            Value value, Nature nature, @Nullable String spelling) {}
}
