package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The dead letter queue.
public sealed interface LetterEvent extends Event {

    ///
    record Added(
            int attemptCount,
            String signature,
            String failureReason,
            boolean reprocessEligible,
            @Nullable String branch,
            @Nullable String salvageRef,
            List<String> conflicts)
            implements LetterEvent {
        @Override
        public String type() {
            return "dlq_item_added";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("attempt_count", attemptCount)
                    .put("signature", signature)
                    .put("failure_reason", failureReason)
                    .put("reprocess_eligible", reprocessEligible)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("conflicts", conflicts)
                    .done();
        }

        static Added read(FieldsReader in) {
            return new Added(
                    in.integer("attempt_count"),
                    in.text("signature"),
                    in.text("failure_reason"),
                    in.truth("reprocess_eligible"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.texts("conflicts"));
        }
    }

    ///
    record Updated(
            int attemptCount,
            String signature,
            String failureReason,
            boolean reprocessEligible,
            @Nullable String branch,
            @Nullable String salvageRef,
            List<String> conflicts)
            implements LetterEvent {
        @Override
        public String type() {
            return "dlq_item_updated";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("attempt_count", attemptCount)
                    .put("signature", signature)
                    .put("failure_reason", failureReason)
                    .put("reprocess_eligible", reprocessEligible)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("conflicts", conflicts)
                    .done();
        }

        static Updated read(FieldsReader in) {
            return new Updated(
                    in.integer("attempt_count"),
                    in.text("signature"),
                    in.text("failure_reason"),
                    in.truth("reprocess_eligible"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.texts("conflicts"));
        }
    }

    ///
    record Removed(String reason, @Nullable String actor) implements LetterEvent {
        @Override
        public String type() {
            return "dlq_item_removed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("reason", reason).put("actor", actor).done();
        }

        static Removed read(FieldsReader in) {
            return new Removed(in.text("reason"), in.textOrNull("actor"));
        }
    }

    ///
    record RetryStarted(
            long count, int maxParallel, @Nullable String filter, boolean shaped) implements LetterEvent {
        @Override
        public String type() {
            return "dlq_retry_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("count", count)
                    .put("max_parallel", maxParallel)
                    .put("filter", filter)
                    .put("shaped", shaped)
                    .done();
        }

        static RetryStarted read(FieldsReader in) {
            return new RetryStarted(
                    in.number("count"), in.integer("max_parallel"), in.textOrNull("filter"), in.truth("shaped"));
        }
    }

    ///
    record RetryCompleted(long succeeded, long failed, long remaining) implements LetterEvent {
        @Override
        public String type() {
            return "dlq_retry_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("succeeded", succeeded)
                    .put("failed", failed)
                    .put("remaining", remaining)
                    .done();
        }

        static RetryCompleted read(FieldsReader in) {
            return new RetryCompleted(in.number("succeeded"), in.number("failed"), in.number("remaining"));
        }
    }
}
