package dev.prodigy.model.step;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a step is run: the options every step kind has in every list of steps (spec 01 §3).
///
/// @param name a label for people, or null
/// @param when the step is skipped when this is false; null = always runs
/// @param continueOnError a failure that stands is tolerated
public record StepOptions(
        @Nullable Text name,
        @Nullable Expression when,
        Limits limits,
        Surroundings surroundings,
        Captures captures,
        Resilience resilience,
        Commits commits,
        boolean continueOnError) {

    /// How long a step may take (spec 02 §10). Null = no limit.
    ///
    /// @param attempt each execution of the kind
    /// @param idle time without a byte of output
    /// @param total all attempts, waits, fallback and handler
    public record Limits(
            @Nullable Duration attempt,
            @Nullable Duration idle,
            @Nullable Duration total) {
        public static final Limits NONE = new Limits(null, null, null);

        private Limits over(Limits lower) {
            return new Limits(
                    attempt == null ? lower.attempt : attempt,
                    idle == null ? lower.idle : idle,
                    total == null ? lower.total : total);
        }
    }

    /// Where and in which environment a step runs.
    ///
    /// @param workingDir relative to the enclosing step's; null = that one
    /// @param env the step's own entries, in source order
    /// @param clearEnv only the few variables of spec 01 §3 are passed on
    /// @param interpreter name or path with options; null = the workflow's
    public record Surroundings(
            @Nullable Text workingDir,
            Map<String, EnvEntry> env,
            boolean clearEnv,
            @Nullable String interpreter) {
        public static final Surroundings INHERITED = new Surroundings(null, Map.of(), false, null);

        private Surroundings over(Surroundings lower) {
            var both = new LinkedHashMap<>(lower.env);
            both.putAll(env);
            return new Surroundings(
                    workingDir == null ? lower.workingDir : workingDir,
                    both,
                    clearEnv || lower.clearEnv,
                    interpreter == null ? lower.interpreter : interpreter);
        }
    }

    /// What becomes of a failed execution (spec 02 §3, §7).
    ///
    /// @param retry own block over the inherited one, or null where there is neither: one attempt
    /// @param afterRetries what the step's last error means
    /// @param breaker null = none
    public record Resilience(
            @Nullable RetryPolicy retry,
            AfterRetries afterRetries,
            @Nullable BreakerPolicy breaker) {
        public static final Resilience NONE = new Resilience(null, new AfterRetries.Stop(), null);
    }

    /// A step that says nothing.
    public static final StepOptions PLAIN = new StepOptions(
            null, null, Limits.NONE, Surroundings.INHERITED, Captures.DEFAULT, Resilience.NONE, Commits.NONE, false);

    /// @return the same options with other limits
    public StepOptions with(Limits others) {
        return new StepOptions(name, when, others, surroundings, captures, resilience, commits, continueOnError);
    }

    /// @return these options over those of an entry of `workflows` that a step calls: what is not written here is the
    ///     entry's
    public StepOptions over(StepOptions entry) {
        return new StepOptions(
                name,
                when,
                limits.over(entry.limits),
                surroundings.over(entry.surroundings),
                captures,
                resilience,
                commits,
                continueOnError || entry.continueOnError);
    }
}
