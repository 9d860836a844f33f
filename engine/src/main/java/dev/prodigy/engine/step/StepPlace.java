package dev.prodigy.engine.step;

import dev.prodigy.engine.environment.StepEntries;
import dev.prodigy.model.env.EnvEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where steps work, and the environment entries of the steps around them.
///
/// @param directory absolute
/// @param env entries of enclosing steps, outermost first; inner ones win
/// @param clearEnv whether an enclosing step passes only a few variables on
/// @param interpreter of an enclosing step, or null
public record StepPlace(
        String directory,
        List<StepEntries> env,
        boolean clearEnv,
        @Nullable String interpreter) {

    /// @return the directory alone
    public static StepPlace of(String directory) {
        return new StepPlace(directory, List.of(), false, null);
    }

    /// @return the same in another directory
    StepPlace in(String other) {
        return new StepPlace(other, env, clearEnv, interpreter);
    }

    /// @return the same, with entries that all others win over
    StepPlace under(Map<String, EnvEntry> lowest) {
        if (lowest.isEmpty()) {
            return this;
        }
        var layers = new ArrayList<StepEntries>();
        layers.add(StepEntries.written(lowest));
        layers.addAll(env);
        return new StepPlace(directory, List.copyOf(layers), clearEnv, interpreter);
    }

    /// @return whether the innermost entries are still to be evaluated
    boolean isOpen() {
        return !env.isEmpty() && env.getLast().isOpen();
    }

    /// @return the same, with what the innermost entries have come to
    StepPlace settled(StepEntries innermost) {
        var layers = new ArrayList<>(env);
        layers.set(layers.size() - 1, innermost);
        return new StepPlace(directory, List.copyOf(layers), clearEnv, interpreter);
    }

    /// @return the place in which a step's own entries hold too
    StepPlace inner(Map<String, EnvEntry> itsEnv, boolean clears, @Nullable String itsInterpreter) {
        var layers = new ArrayList<>(env);
        if (!itsEnv.isEmpty()) {
            layers.add(StepEntries.written(itsEnv));
        }
        return new StepPlace(
                directory,
                List.copyOf(layers),
                clearEnv || clears,
                itsInterpreter == null ? interpreter : itsInterpreter);
    }
}
