package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a run is taken up again.
///
/// @param retry failed items become pending again; null: they stay what they are
/// @param approved the answer to the run's gates is yes (spec 03 §5)
public record ResumeOptions(
        Overrides overrides, boolean acceptChanges, Signal.Resume.@Nullable Retry retry, boolean approved) {
    /// What a resume changes, for itself alone.
    ///
    /// @param maxParallel null = the run's own
    /// @param timeout the deadline; null = the run's own
    /// @param allowFailures failed items do not spoil the exit code
    public record Overrides(
            @Nullable Integer maxParallel, @Nullable Duration timeout, boolean allowFailures) {

        /// @return the object of `workflow_resumed.overrides`
        public Value.Fields toFields() {
            return new FieldsWriter()
                    .put(RunSetting.MAX_PARALLEL.key(), maxParallel == null ? null : Long.valueOf(maxParallel))
                    .put(RunSetting.TIMEOUT_MS.key(), timeout == null ? null : Long.valueOf(timeout.toMillis()))
                    .put("allow_failures", allowFailures ? Value.Bool.TRUE : null)
                    .done();
        }
    }
}
