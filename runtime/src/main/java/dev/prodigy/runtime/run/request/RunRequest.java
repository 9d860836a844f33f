package dev.prodigy.runtime.run.request;

import dev.prodigy.model.text.Setting;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A workflow to be run.
///
/// @param params parameters by name, as the command line or the call gave them
/// @param caller the run whose step runs it, or null when a person does
public record RunRequest(
        RunnableWorkflow loaded,
        Map<String, Value> params,
        RunOptions options,
        @Nullable Caller caller) {
    /// A workflow that a person runs.
    public RunRequest(RunnableWorkflow loaded, Map<String, Value> params, RunOptions options) {
        this(loaded, params, options, null);
    }

    /// @return the workflow
    public Workflow workflow() {
        return loaded.workflow();
    }

    /// @return the run's own limit, or null where it has none or that is not known yet
    @Nullable
    public Duration timeout() {
        return options.timeout() == null ? Setting.known(workflow().header().timeout()) : options.timeout();
    }

    /// @return its composed normal form, with those of the templates and workflows that it runs
    public Value.Fields normalForm() {
        return loaded.wholeForm();
    }

    /// @return the same with another profile
    public RunRequest in(ProfileChoice profile) {
        return new RunRequest(loaded, params, options.in(profile), caller);
    }

    /// @return the same with other parameters
    public RunRequest with(Map<String, Value> values) {
        return new RunRequest(loaded, values, options, caller);
    }

    /// @return the same, run by a step
    public RunRequest calledBy(@Nullable Caller other) {
        return new RunRequest(loaded, params, options, other);
    }

    /// Where prodigy was started, and for whom.
    ///
    /// @param directory absolute
    /// @param environment of the process
    /// @param program name and version, for records
    /// @param settings what is configured
    public record Host(
            Home home, Path directory, Map<String, String> environment, String program, HostSettings settings) {
        /// @return the same with another environment
        public Host with(Map<String, String> other) {
            return new Host(home, directory, other, program, settings);
        }

        /// @return the same, started in another directory
        public Host in(Path other) {
            return new Host(home, other, environment, program, settings);
        }
    }
}
