package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Work items and their attempts.
public sealed interface ItemEvent extends Event {
    /// The kind of a step in an attempt's `steps` that says none.
    String UNSAID_KIND = "shell";

    /// The finished list of items is on disk.
    record Loaded(long total, Value stages, String source, List<String> segments) implements ItemEvent {
        @Override
        public String type() {
            return "work_items_loaded";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("total", total)
                    .put("stages", stages)
                    .put("source", source)
                    .put("segments", segments)
                    .done();
        }

        static Loaded read(FieldsReader in) {
            return new Loaded(in.number("total"), in.value("stages"), in.text("source"), in.texts("segments"));
        }
    }

    /// The first items are final, and it is said whether the rest may run (spec 03 §5).
    ///
    /// @param projection the canary's figures for all items
    record CanaryEvaluated(int items, int failures, boolean passed, Value.Fields projection) implements ItemEvent {
        @Override
        public String type() {
            return "canary_evaluated";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("items", items)
                    .put("failures", failures)
                    .put("passed", passed)
                    .put("projection", projection)
                    .done();
        }

        static CanaryEvaluated read(FieldsReader in) {
            return new CanaryEvaluated(
                    in.integer("items"), in.integer("failures"), in.truth("passed"), in.fields("projection"));
        }
    }

    /// One attempt of an item begins.
    ///
    /// @param logDir below the folder of the run's logs
    record Started(
            String itemKey,
            @Nullable String worktree,
            @Nullable String branch,
            @Nullable String baseCommit,
            String marker,
            @Nullable String logDir)
            implements ItemEvent {
        @Override
        public String type() {
            return "agent_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("item_key", itemKey)
                    .put("worktree", worktree)
                    .put("branch", branch)
                    .put("base_commit", baseCommit)
                    .put("marker", marker)
                    .put("log_dir", logDir)
                    .done();
        }

        static Started read(FieldsReader in) {
            return new Started(
                    in.text("item_key"),
                    in.textOrNull("worktree"),
                    in.textOrNull("branch"),
                    in.textOrNull("base_commit"),
                    in.text("marker"),
                    in.textOrNull("log_dir"));
        }
    }

    /// Final success: its commits are merged.
    ///
    /// @param tolerated whether a step of it failed and the item went on; written only where it holds, since
    ///     this event is written for every item
    record Completed(
            String status,
            int attempts,
            long durationMs,
            long executionMs,
            long retryWaitMs,
            List<String> commits,
            Value steps,
            Value result,
            boolean tolerated)
            implements ItemEvent {
        @Override
        public String type() {
            return "agent_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("status", status)
                    .put("attempts", attempts)
                    .put("duration_ms", durationMs)
                    .put("execution_ms", executionMs)
                    .put("retry_wait_ms", retryWaitMs)
                    .put("commits", commits)
                    .put("steps", steps)
                    .put("result", result)
                    .put("tolerated", tolerated ? Value.of(true) : null)
                    .done();
        }

        static Completed read(FieldsReader in) {
            return new Completed(
                    in.text("status"),
                    in.integer("attempts"),
                    in.number("duration_ms"),
                    in.number("execution_ms"),
                    in.number("retry_wait_ms"),
                    in.texts("commits"),
                    in.value("steps"),
                    in.value("result"),
                    in.truth("tolerated"));
        }
    }

    /// A failed attempt; `final` when no other follows by itself.
    ///
    /// @param normalized of a final one: its message without what differs from item to item
    /// @param keptDirectory the directory that holds its uncommitted work where no reference could, or null
    record Failed(
            String status,
            boolean isFinal,
            ErrorRecord error,
            String signature,
            @Nullable String normalized,
            int attempts,
            long durationMs,
            long executionMs,
            long retryWaitMs,
            Value steps,
            @Nullable String branch,
            @Nullable String salvageRef,
            @Nullable String keptDirectory,
            @Nullable Value result)
            implements ItemEvent {
        @Override
        public String type() {
            return "agent_failed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("status", status)
                    .put("final", isFinal)
                    .put("error", ErrorJson.write(error))
                    .put("signature", signature)
                    .put("normalized", normalized)
                    .put("attempts", attempts)
                    .put("duration_ms", durationMs)
                    .put("execution_ms", executionMs)
                    .put("retry_wait_ms", retryWaitMs)
                    .put("steps", steps)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("kept_directory", keptDirectory)
                    .put("result", result)
                    .done();
        }

        static Failed read(FieldsReader in) {
            return new Failed(
                    in.text("status"),
                    in.truth("final"),
                    ErrorJson.read(in.fields("error")),
                    in.text("signature"),
                    in.textOrNull("normalized"),
                    in.integer("attempts"),
                    in.number("duration_ms"),
                    in.number("execution_ms"),
                    in.number("retry_wait_ms"),
                    in.value("steps"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.textOrNull("kept_directory"),
                    in.valueOrNull("result"));
        }
    }

    /// An attempt was cut off: no failure, no allowance used.
    record Interrupted(String reason) implements ItemEvent {
        @Override
        public String type() {
            return "agent_interrupted";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("reason", reason).done();
        }

        static Interrupted read(FieldsReader in) {
            return new Interrupted(in.text("reason"));
        }
    }

    /// The item cannot start yet.
    record Waiting(String reason, @Nullable Instant until) implements ItemEvent {
        @Override
        public String type() {
            return "item_waiting";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("reason", reason).put("until", until).done();
        }

        static Waiting read(FieldsReader in) {
            return new Waiting(in.text("reason"), in.momentOrNull("until"));
        }
    }

    /// A step of its attempt goes on after having waited.
    ///
    /// @param waitedMs no time limit but the workflow's is charged for it
    record Continued(long waitedMs) implements ItemEvent {
        @Override
        public String type() {
            return "item_continued";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("waited_ms", waitedMs).done();
        }

        static Continued read(FieldsReader in) {
            return new Continued(in.number("waited_ms"));
        }
    }

    /// Given up without dead-lettering.
    record Skipped(String reason, @Nullable String actor) implements ItemEvent {
        /// The reason where a person gave the item up.
        public static final String BY_PERSON = "person";

        /// @return whether a person gave the item up: it is skipped then whatever it had failed with (spec 02 §6.1)
        public boolean isByPerson() {
            return reason.equals(BY_PERSON);
        }

        @Override
        public String type() {
            return "item_skipped";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("reason", reason).put("actor", actor).done();
        }

        static Skipped read(FieldsReader in) {
            return new Skipped(in.text("reason"), in.textOrNull("actor"));
        }
    }

    /// Pending again.
    record Requeued(String by, @Nullable Integer maxAttempts) implements ItemEvent {
        @Override
        public String type() {
            return "item_requeued";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("by", by)
                    .put("max_attempts", maxAttempts == null ? null : Long.valueOf(maxAttempts))
                    .done();
        }

        static Requeued read(FieldsReader in) {
            var attempts = in.numberOrNull("max_attempts");
            return new Requeued(in.text("by"), attempts == null ? null : Math.toIntExact(attempts));
        }
    }
}
