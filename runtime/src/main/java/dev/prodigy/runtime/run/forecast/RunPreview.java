package dev.prodigy.runtime.run.forecast;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.request.Warning;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run would do, as far as that can be said before it does anything (spec 05 §2.1, "Plan").
///
/// @param passes how often the steps run at most, one pass after the other; null where a workflow has no passes
/// @param items null where the workflow has none
/// @param warnings that the run would begin with
/// @param redactor what takes away the secrets that the run would know
public record RunPreview(
        List<Step> steps,
        @Nullable Integer passes,
        @Nullable Items items,
        Limits limits,
        List<Warning> warnings,
        Redactor redactor) {
    public RunPreview {
        steps = List.copyOf(steps);
        warnings = List.copyOf(warnings);
    }

    /// What would become of a step or an item.
    public enum Action {
        RUN,
        SKIP,
        /// It depends on what the run brings forth.
        UNKNOWN;

        /// @return its name in JSON
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A step.
    ///
    /// @param path its STEP
    /// @param command its text as written, secrets masked
    /// @param verdict what decides
    /// @param most its limits
    public record Step(String path, String kind, String command, Verdict verdict, Most most) {
        /// @return the same, which would fail before it begins
        Step failing(String why) {
            var reason = verdict.reason() + "; it would fail: " + why;
            return new Step(path, kind, command, new Verdict(verdict.action(), reason), most);
        }

        private Value.Fields toFields() {
            return new FieldsWriter()
                    .put("path", path)
                    .put("kind", kind)
                    .put("command", command)
                    .put("action", verdict.action().word())
                    .put("reason", verdict.reason())
                    .putAll(most.toFields())
                    .done();
        }
    }

    /// The limits of a step.
    ///
    /// @param attempts executions by its own retry, or null when only the run will know it
    /// @param timeout of each execution; null when there is none, or only the run will know it
    /// @param openAttempts the placeholder that will give the attempts, or null
    /// @param openTimeout the placeholder that will give the timeout, or null
    public record Most(
            @Nullable Integer attempts,
            @Nullable Duration timeout,
            @Nullable String openAttempts,
            @Nullable String openTimeout) {
        private Value.Fields toFields() {
            return new FieldsWriter()
                    .put("max_attempts", attempts == null ? null : Long.valueOf(attempts))
                    .put("timeout_ms", timeout == null ? null : Long.valueOf(timeout.toMillis()))
                    .done();
        }
    }

    /// What would become of something, and why.
    ///
    /// @param reason never empty
    public record Verdict(Action action, String reason) {}

    /// The work items.
    ///
    /// @param total loaded, or null when that is not known
    /// @param selected left at the end of the pipeline, or null when that is not known
    /// @param stages list of `{stage, count}`
    /// @param unknownBecause what keeps the items from being known, or null
    /// @param sample the first ten
    /// @param toRun how many would run, by the attempts that each of them may take; null when that is not known
    public record Items(
            @Nullable Long total,
            @Nullable Long selected,
            Value stages,
            @Nullable String unknownBecause,
            List<Item> sample,
            @Nullable Map<Integer, Long> toRun) {
        /// Nothing is known of them.
        static Items unknown(String because) {
            return new Items(null, null, new Value.Items(List.of()), because, List.of(), null);
        }

        private Value.Fields toFields() {
            return new FieldsWriter()
                    .put("total", total)
                    .put("selected", selected)
                    .put("stages", stages)
                    .put("unknown_because", unknownBecause)
                    .put(
                            "sample",
                            new Value.Items(
                                    sample.stream().<Value>map(Item::toFields).toList()))
                    .done();
        }
    }

    /// A work item.
    public record Item(String itemId, String itemKey, Verdict verdict) {
        private Value.Fields toFields() {
            return new FieldsWriter()
                    .put("item_id", itemId)
                    .put("item_key", itemKey)
                    .put("action", verdict.action().word())
                    .put("reason", verdict.reason())
                    .done();
        }
    }

    /// What bounds the run; null = no limit, or one that only the run will know.
    public record Limits(
            @Nullable Integer maxParallel,
            @Nullable Integer maxFailures,
            @Nullable Double failureThreshold,
            @Nullable Duration timeout) {
        private Value.Fields toFields() {
            return new FieldsWriter()
                    .put("max_parallel", maxParallel == null ? null : Long.valueOf(maxParallel))
                    .put("max_failures", maxFailures == null ? null : Long.valueOf(maxFailures))
                    .put("failure_threshold", failureThreshold == null ? null : Value.of(failureThreshold))
                    .put("timeout_ms", timeout == null ? null : Long.valueOf(timeout.toMillis()))
                    .done();
        }
    }

    /// @return its members of the object Plan
    public Value.Fields toFields() {
        return new FieldsWriter()
                .put(
                        "steps",
                        new Value.Items(
                                steps.stream().<Value>map(Step::toFields).toList()))
                .put("passes", passes == null ? null : Long.valueOf(passes))
                .put("items", items == null ? Value.Null.NULL : items.toFields())
                .put("limits", limits.toFields())
                .done();
    }
}
