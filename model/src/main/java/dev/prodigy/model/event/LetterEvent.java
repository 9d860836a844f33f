package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The dead letter queue.
public sealed interface LetterEvent extends Event {

    /// What the queue says of an item, as of its last failure (spec 05 §7).
    ///
    /// @param attemptCount executions so far, redrives included, interrupted ones not
    /// @param reprocessEligible whether running again can differ
    /// @param branch where the last attempt's commits are, or null
    /// @param salvageRef where its uncommitted work is, or null
    /// @param keptDirectory the directory that holds its uncommitted work where no reference could, or null
    /// @param conflicts files that could not be merged
    record Facts(
            int attemptCount,
            String signature,
            String failureReason,
            boolean reprocessEligible,
            @Nullable String branch,
            @Nullable String salvageRef,
            @Nullable String keptDirectory,
            List<String> conflicts) {
        /// @return the facts of an item that was executed so often, unless they tell of more
        public Facts withAttempts(int executions) {
            return executions <= attemptCount
                    ? this
                    : new Facts(
                            executions,
                            signature,
                            failureReason,
                            reprocessEligible,
                            branch,
                            salvageRef,
                            keptDirectory,
                            conflicts);
        }

        /// @return the facts of an item whose last attempt left its work there
        public Facts keeping(@Nullable String onBranch, @Nullable String saved, @Nullable String directory) {
            return new Facts(
                    attemptCount, signature, failureReason, reprocessEligible, onBranch, saved, directory, conflicts);
        }

        private Value.Fields body() {
            return new FieldsWriter()
                    .put("attempt_count", attemptCount)
                    .put("signature", signature)
                    .put("failure_reason", failureReason)
                    .put("reprocess_eligible", reprocessEligible)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("kept_directory", keptDirectory)
                    .put("conflicts", conflicts)
                    .done();
        }

        private static Facts read(FieldsReader in) {
            return new Facts(
                    in.integer("attempt_count"),
                    in.text("signature"),
                    in.text("failure_reason"),
                    in.truth("reprocess_eligible"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.textOrNull("kept_directory"),
                    in.texts("conflicts"));
        }
    }

    /// An item that failed for good has a letter now.
    record Added(Facts facts) implements LetterEvent {
        @Override
        public String type() {
            return "dlq_item_added";
        }

        @Override
        public Value.Fields body() {
            return facts.body();
        }

        static Added read(FieldsReader in) {
            return new Added(Facts.read(in));
        }
    }

    /// An item that has a letter failed again.
    record Updated(Facts facts) implements LetterEvent {
        @Override
        public String type() {
            return "dlq_item_updated";
        }

        @Override
        public Value.Fields body() {
            return facts.body();
        }

        static Updated read(FieldsReader in) {
            return new Updated(Facts.read(in));
        }
    }

    /// The letter is taken away.
    ///
    /// @param reason `retried`, `cleared`, `purged`, `skipped`, `requeued`
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

    /// Letters are run again.
    ///
    /// @param givesUp whether failures end it (spec 03 §15); its width grows with successes in any case
    record RetryStarted(
            long count, int maxParallel, @Nullable String filter, boolean givesUp) implements LetterEvent {
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
                    .put("shaped", givesUp)
                    .done();
        }

        static RetryStarted read(FieldsReader in) {
            return new RetryStarted(
                    in.number("count"), in.integer("max_parallel"), in.textOrNull("filter"), in.truth("shaped"));
        }
    }

    /// The letters that were chosen have been run.
    ///
    /// @param remaining letters that are left
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
