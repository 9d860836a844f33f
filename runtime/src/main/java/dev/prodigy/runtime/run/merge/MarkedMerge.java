package dev.prodigy.runtime.run.merge;

import dev.prodigy.runtime.git.merge.MergeProcesses;
import dev.prodigy.runtime.process.Leftovers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// git and the user's hooks while a run is merged into the user's checkout, known by a mark of the run.
public final class MarkedMerge implements MergeProcesses {
    /// What a hook had to say it could say before: only git's own locks are still to be removed.
    private static final Duration GRACE = Duration.ofMillis(500);

    private final Leftovers leftovers;
    private final String mark;
    private final Map<String, String> variables;

    /// @param runMark what the marks of the run's processes begin with
    /// @param variables environment for the hooks
    public MarkedMerge(Leftovers leftovers, String runMark, Map<String, String> variables) {
        this.leftovers = leftovers;
        this.mark = runMark + "/merge-into-target";
        this.variables = Map.copyOf(variables);
    }

    @Override
    public Map<String, String> variables() {
        var all = new HashMap<>(variables);
        all.putAll(leftovers.marking(mark));
        return all;
    }

    @Override
    public void end() {
        leftovers.endMarked(mark::equals, GRACE);
    }

    /// Ends them without any grace.
    void kill() {
        leftovers.endMarked(mark::equals, Duration.ZERO);
    }
}
