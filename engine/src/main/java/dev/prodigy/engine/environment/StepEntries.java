package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.error.ErrorRecord;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The entries of a step's `env`, or of an agent's for one step. They are evaluated once, when the step is prepared:
/// its handlers, its validation and
/// the steps inside it see the same values (spec 01 §3, §4).
///
/// @param entries as written
/// @param settled what they came to; empty as long as the step itself is being prepared
public record StepEntries(Map<String, EnvEntry> entries, Map<String, Settled> settled) {

    /// There are none.
    public static final StepEntries NONE = written(Map.of());

    /// What an entry came to.
    ///
    /// @param failure why it has no value, or null where it has one or needs none yet
    record Settled(Binding value, StepScope.@Nullable Failure failure) {}

    /// @return entries that are evaluated when they are asked for
    public static StepEntries written(Map<String, EnvEntry> entries) {
        return new StepEntries(entries, Map.of());
    }

    /// @return of the first entry whose command a limit ended; null where none was
    public @Nullable ErrorRecord ended() {
        return settled.values().stream()
                .map(Settled::failure)
                .filter(Objects::nonNull)
                .map(StepScope.Failure::error)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /// @return whether asking for an entry evaluates it
    public boolean isOpen() {
        return settled.size() < entries.size();
    }
}
