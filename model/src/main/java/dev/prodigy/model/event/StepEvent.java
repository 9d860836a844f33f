package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Steps. Inside an item's attempt only failures, skips, retries and usage are written (spec 05 §6).
public sealed interface StepEvent extends Event {
    /// Member of what a step came to, where the journal has some of it only with masks (spec 05 §9).
    String MASKED = "masked";

    /// A step has come to its end, and left something behind.
    sealed interface Ended extends StepEvent {
        /// @return what later steps can read of it
        Value.Fields captured();

        /// @return the commit checked out in the session worktree afterwards, where a resume looks for the steps' work;
        ///     null where they work elsewhere, and where the list does not go on
        @Nullable
        String tip();
    }

    /// One execution of a step begins.
    ///
    /// @param log path below the home with which the names of its logs begin, or null where nothing is logged
    /// @param after with the first step of a list that reacts to another step (handler, fallback,
    ///     validation): what that one had come to, so that a resume need not execute it again; else
    ///     null
    /// @param base the working tree as it was before the step, where its changes matter: a process that makes the
    ///     execution again compares with it too; else null
    /// @param bound what the lists inside the execution read by names of the step's own: a process that goes on
    ///     inside gives them the same; null where the step's text alone says it
    record Started(
            String kind,
            String role,
            String command,
            @Nullable String log,
            Value.@Nullable Fields after,
            @Nullable String base,
            Value.@Nullable Fields bound)
            implements StepEvent {
        @Override
        public String type() {
            return "step_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("kind", kind)
                    .put("role", role)
                    .put("command", command)
                    .put("log", log)
                    .put("after", after)
                    .put("base", base)
                    .put("bound", bound)
                    .done();
        }

        static Started read(FieldsReader in) {
            return new Started(
                    in.text("kind"),
                    in.text("role"),
                    in.text("command"),
                    in.textOrNull("log"),
                    in.valueOrNull("after") instanceof Value.Fields after ? after : null,
                    in.textOrNull("base"),
                    in.valueOrNull("bound") instanceof Value.Fields bound ? bound : null);
        }
    }

    /// Final: the list goes on with what it left behind.
    record Completed(
            String status,
            int attempts,
            long durationMs,
            long executionMs,
            long retryWaitMs,
            @Nullable Long exitCode,
            Value.Fields captured,
            List<String> commits,
            @Nullable String tip,
            @Nullable String recoveredBy)
            implements Ended {
        /// Member of `captured`: labels of the steps whose failures stand, accepted, in the lists that belong to the
        /// step.
        public static final String MARRED = "marred";

        /// @return whether such failures stand
        public boolean isMarred() {
            return captured.get(MARRED) != null;
        }

        @Override
        public String type() {
            return "step_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("status", status)
                    .put("attempts", attempts)
                    .put("duration_ms", durationMs)
                    .put("execution_ms", executionMs)
                    .put("retry_wait_ms", retryWaitMs)
                    .put("exit_code", exitCode)
                    .put("captured", captured)
                    .put("commits", commits)
                    .put("tip", tip)
                    .put("recovered_by", recoveredBy)
                    .done();
        }

        static Completed read(FieldsReader in) {
            return new Completed(
                    in.text("status"),
                    in.integer("attempts"),
                    in.number("duration_ms"),
                    in.number("execution_ms"),
                    in.number("retry_wait_ms"),
                    in.numberOrNull("exit_code"),
                    in.fields("captured"),
                    in.texts("commits"),
                    in.textOrNull("tip"),
                    in.textOrNull("recovered_by"));
        }
    }

    /// Final: it failed for good; a tolerated failure lets the list go on.
    ///
    /// @param base of a failure that ended its list as of a {@link Started} step: a resume that runs the step anew
    ///     compares with it too; else null
    /// @param head the commit checked out then, where there is a base; else null
    record Failed(
            @Nullable String kind,
            ErrorRecord error,
            boolean tolerated,
            int attempts,
            long durationMs,
            long executionMs,
            long retryWaitMs,
            Value.Fields captured,
            @Nullable String tip,
            @Nullable String base,
            @Nullable String head)
            implements Ended {
        @Override
        public String type() {
            return "step_failed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("kind", kind)
                    .put("error", ErrorJson.write(error))
                    .put("tolerated", tolerated)
                    .put("attempts", attempts)
                    .put("duration_ms", durationMs)
                    .put("execution_ms", executionMs)
                    .put("retry_wait_ms", retryWaitMs)
                    .put("captured", captured)
                    .put("tip", tip)
                    .put("base", base)
                    .put("head", head)
                    .done();
        }

        static Failed read(FieldsReader in) {
            return new Failed(
                    in.textOrNull("kind"),
                    ErrorJson.read(in.fields("error")),
                    in.truth("tolerated"),
                    in.integer("attempts"),
                    in.number("duration_ms"),
                    in.number("execution_ms"),
                    in.number("retry_wait_ms"),
                    in.fields("captured"),
                    in.textOrNull("tip"),
                    in.textOrNull("base"),
                    in.textOrNull("head"));
        }
    }

    /// Final: it was not to be executed.
    ///
    /// @param reason why not
    record Skipped(String reason) implements StepEvent {
        @Override
        public String type() {
            return "step_skipped";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("attempts", 0)
                    .put("duration_ms", 0)
                    .put("execution_ms", 0)
                    .put("retry_wait_ms", 0)
                    .put("reason", reason)
                    .done();
        }

        static Skipped read(FieldsReader in) {
            return new Skipped(in.text("reason"));
        }
    }

    /// Precedes every wait between two attempts.
    ///
    /// @param kind of the step, or null where an item is tried again
    /// @param firstAttempts first attempts of steps in the whole run so far, where a run-wide budget counts them;
    ///     else null
    /// @param free whether the item's allowance is as it was before the failure: its commits were in conflict
    record RetryScheduled(
            @Nullable String kind,
            String layer,
            int attempt,
            int nextAttempt,
            int maxAttempts,
            long delayMs,
            String delaySource,
            @Nullable Instant dueAt,
            ErrorRecord error,
            @Nullable Long firstAttempts,
            boolean free)
            implements StepEvent {
        @Override
        public String type() {
            return "retry_scheduled";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("kind", kind)
                    .put("layer", layer)
                    .put("attempt", attempt)
                    .put("next_attempt", nextAttempt)
                    .put("max_attempts", maxAttempts)
                    .put("delay_ms", delayMs)
                    .put("delay_source", delaySource)
                    .put("due_at", dueAt)
                    .put("error", ErrorJson.write(error))
                    .put("first_attempts", firstAttempts)
                    .put("free", free ? Value.Bool.TRUE : null)
                    .done();
        }

        static RetryScheduled read(FieldsReader in) {
            return new RetryScheduled(
                    in.textOrNull("kind"),
                    in.text("layer"),
                    in.integer("attempt"),
                    in.integer("next_attempt"),
                    in.integer("max_attempts"),
                    in.number("delay_ms"),
                    in.text("delay_source"),
                    in.momentOrNull("due_at"),
                    ErrorJson.read(in.fields("error")),
                    in.numberOrNull("first_attempts"),
                    in.truth("free"));
        }

        /// @return the same, with the count of the run-wide budget
        public RetryScheduled counting(long first) {
            return new RetryScheduled(
                    kind, layer, attempt, nextAttempt, maxAttempts, delayMs, delaySource, dueAt, error, first, free);
        }
    }

    /// What an agent's execution used; null figures are unknown.
    record AgentUsage(
            @Nullable String model,
            @Nullable Long inputTokens,
            @Nullable Long outputTokens,
            @Nullable Long cacheTokens,
            @Nullable Value costUsd,
            @Nullable Long turns)
            implements StepEvent {
        @Override
        public String type() {
            return "agent_usage";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("model", model)
                    .put("input_tokens", inputTokens)
                    .put("output_tokens", outputTokens)
                    .put("cache_tokens", cacheTokens)
                    .put("cost_usd", costUsd == null ? Value.Null.NULL : costUsd)
                    .put("turns", turns)
                    .done();
        }

        static AgentUsage read(FieldsReader in) {
            return new AgentUsage(
                    in.textOrNull("model"),
                    in.numberOrNull("input_tokens"),
                    in.numberOrNull("output_tokens"),
                    in.numberOrNull("cache_tokens"),
                    in.valueOrNull("cost_usd"),
                    in.numberOrNull("turns"));
        }
    }

    /// What a command gave a loop to go through: a resume goes through the same, since rounds that are done may have
    /// changed what the command would give now.
    record ItemsListed(List<Value> items) implements StepEvent {
        public ItemsListed {
            items = List.copyOf(items);
        }

        @Override
        public String type() {
            return "foreach_items_listed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("items", new Value.Items(items)).done();
        }

        static ItemsListed read(FieldsReader in) {
            return new ItemsListed(in.valueOrNull("items") instanceof Value.Items(var values) ? values : List.of());
        }
    }

    /// A step left processes behind; they were ended.
    record ProcessLeaked(List<String> names) implements StepEvent {
        @Override
        public String type() {
            return "process_leaked";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("names", names).done();
        }

        static ProcessLeaked read(FieldsReader in) {
            return new ProcessLeaked(in.texts("names"));
        }
    }
}
