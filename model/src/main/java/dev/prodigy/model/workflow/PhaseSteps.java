package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Setting;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of steps with a limit on all of it: setup, reduce, merge (spec 03 §1).
///
/// @param timeout covers retries and handlers, or null
/// @param when after which ends of the map phase it runs
public record PhaseSteps(List<Step> steps, @Nullable Setting<Duration> timeout, When when) {

    /// After which ends of the map phase a later phase runs (spec 03 §7).
    public enum When {
        /// It ran to its end, failures or not.
        ENDED,
        /// Every item was successful.
        COMPLETE,
        /// Also when policy stopped it.
        ALWAYS
    }

    public PhaseSteps {
        steps = List.copyOf(steps);
    }
}
