package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.environment.StepEntries;
import dev.prodigy.model.env.EnvEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where steps work, and the environment entries of the steps around them.
///
/// @param directory absolute
/// @param agent entries of the agent that the step asks; empty for other steps
/// @param steps entries of enclosing steps, outermost first; inner ones win, and all of them over the agent's
/// @param clearEnv whether an enclosing step passes only a few variables on
/// @param interpreter of an enclosing step, or null
public record StepPlace(
        String directory,
        StepEntries agent,
        List<StepEntries> steps,
        boolean clearEnv,
        @Nullable String interpreter) {

    /// @return the directory alone
    public static StepPlace of(String directory) {
        return new StepPlace(directory, StepEntries.NONE, List.of(), false, null);
    }

    /// @return the entries of all layers, lowest first (spec 01 §13)
    public List<StepEntries> env() {
        if (agent.entries().isEmpty()) {
            return steps;
        }
        var layers = new ArrayList<StepEntries>();
        layers.add(agent);
        layers.addAll(steps);
        return layers;
    }

    /// @return the same in another directory
    public StepPlace in(String other) {
        return new StepPlace(other, agent, steps, clearEnv, interpreter);
    }

    /// @return the same for a step that asks an agent: its entries hold for no other step
    public StepPlace asking(Map<String, EnvEntry> agentEnv) {
        return new StepPlace(directory, StepEntries.written(agentEnv), steps, clearEnv, interpreter);
    }

    /// @return whether entries are still to be evaluated
    public boolean isOpen() {
        return env().stream().anyMatch(StepEntries::isOpen);
    }

    /// @return the same, with what the entries of all layers have come to
    public StepPlace settled(List<StepEntries> layers) {
        boolean asks = !agent.entries().isEmpty();
        return new StepPlace(
                directory,
                asks ? layers.getFirst() : agent,
                asks ? layers.subList(1, layers.size()) : layers,
                clearEnv,
                interpreter);
    }

    /// @return the place in which a step's own entries hold too
    public StepPlace inner(Map<String, EnvEntry> itsEnv, boolean clears, @Nullable String itsInterpreter) {
        var layers = new ArrayList<>(steps);
        if (!itsEnv.isEmpty()) {
            layers.add(StepEntries.written(itsEnv));
        }
        return new StepPlace(
                directory,
                agent,
                List.copyOf(layers),
                clearEnv || clears,
                itsInterpreter == null ? interpreter : itsInterpreter);
    }
}
