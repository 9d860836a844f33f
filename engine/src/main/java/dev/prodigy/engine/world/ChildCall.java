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
/// @param lostTree whether it worked in a tree that is gone, and goes on in one that was made again
public record ChildCall(
        String runId,
        String file,
        Map<String, Given> with,
        String directory,
        boolean lostTree,
        Environment environment,
        Call.Limits limits) {
    public ChildCall {
        with = new LinkedHashMap<>(with);
    }

    /// The variables of the other workflow's processes.
    ///
    /// @param variables all of them, in place of prodigy's own
    /// @param given those that the call and the steps around it set, with the natures of their texts: data stays
    ///     data in the other workflow (spec 01 §9.1)
    public record Environment(Map<String, String> variables, Map<String, Nature> given) {
        public Environment {
            variables = Map.copyOf(variables);
            given = Map.copyOf(given);
        }
    }

    /// A value with its nature: data stays data in the other workflow.
    ///
    /// @param spelling of a number or boolean that the caller's author wrote, for where the other workflow
    ///     expects a text; null for all others
    /// @param form what the value would be if each `uuid`, `date:`, `file:` and `cmd:` in it always came to the
    ///     same; null where there are none. A run that goes on keeps the value while this is the same
    public record Given(
            Value value,
            Nature nature,
            @Nullable String spelling,
            @Nullable Value form) {}
}
