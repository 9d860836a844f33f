package dev.prodigy.cli.progress;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What people call the steps of a run: the `name` that their author gave them (spec 01 §3). Where placeholders are in
/// it the step's events tell it; before, and where they have no value, it is as written but for secrets and for them.
public final class StepNames {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private volatile Map<String, String> names = Map.of();

    /// No step has a name yet.
    public StepNames() {}

    /// From now on steps are called as this workflow calls them.
    ///
    /// @param redactor takes secrets out of the names
    public void takeFrom(Workflow workflow, Redactor redactor) {
        var found = new HashMap<String, String>();
        for (var step : AllSteps.of(workflow)) {
            var name = step.options().name();
            if (name != null) {
                var told = PLACEHOLDER.matcher(redactor.redact(name.source())).replaceAll("…");
                found.put(step.path(), told);
            }
        }
        names = Map.copyOf(found);
    }

    /// @param path STEP, or null outside of steps
    /// @param id the step's id, or null
    /// @param told the name that its event tells, or null
    /// @return such as `Build it (commands[1])`, `compile` or `commands[1]`; null outside of steps
    @Nullable
    String of(@Nullable String path, @Nullable String id, @Nullable String told) {
        if (path == null) {
            return null;
        }
        var label = id == null ? path : id;
        var name = told == null ? names.get(path) : told;
        return name == null ? label : name + " (" + label + ")";
    }
}
