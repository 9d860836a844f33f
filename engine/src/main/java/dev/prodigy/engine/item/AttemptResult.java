package dev.prodigy.engine.item;

import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an attempt of an item ended.
public sealed interface AttemptResult {

    /// Every piece of evidence holds, and its commits, if any, are merged (spec 03 §6).
    ///
    /// @param result the result object, for reduce and for people
    /// @param tolerated whether a step's failure stands that its author accepts
    record Succeeded(Course course, List<String> commits, Value result, boolean tolerated) implements AttemptResult {}

    /// It failed with this error.
    ///
    /// @param signature what it has in common with failures of other items
    record Failed(Course course, ErrorRecord error, Signature signature, Kept kept, Value result)
            implements AttemptResult {
        /// @return the same, with what is kept of its work
        public Failed keeping(Kept work) {
            return new Failed(course, error, signature, work, result);
        }

        /// @return the same, with what a layer said about its error
        public Failed with(ErrorRecord judged) {
            return new Failed(course, judged, signature, kept, result);
        }
    }

    /// What is kept of a failed attempt's work.
    ///
    /// @param branch where its commits are, or null
    /// @param salvageRef where its uncommitted work is, or null
    /// @param keptDirectory the directory that holds its uncommitted work where no reference could, or null
    /// @param conflicts files in conflict
    /// @param head its last commit while it holds its place for a handler, which begins again there when it is cut
    ///     off; else null
    /// @param left what its steps left behind, for a handler to read; null where none holds its place
    record Kept(
            @Nullable String branch,
            @Nullable String salvageRef,
            @Nullable String keptDirectory,
            List<String> conflicts,
            @Nullable String head,
            Value.@Nullable Fields left) {
        /// Nothing.
        public static final Kept NOTHING = saved(null, null, null, List.of());

        /// @return what is kept of an attempt that does not hold its place any more
        public static Kept saved(
                @Nullable String branch,
                @Nullable String salvageRef,
                @Nullable String keptDirectory,
                List<String> conflicts) {
            return new Kept(branch, salvageRef, keptDirectory, conflicts, null, null);
        }

        /// @return the same in a place that the attempt still holds
        public Kept at(@Nullable String commit, Value.Fields variables) {
            return new Kept(branch, salvageRef, keptDirectory, conflicts, commit, variables);
        }
    }

    /// It was cut off: no failure, no allowance used.
    ///
    /// @param reason `cancelled`, `halt` or `crash`
    record Interrupted(String reason) implements AttemptResult {}

    /// What the attempt went through.
    ///
    /// @param durationMs from its first step to its end
    /// @param waitMs part of it spent waiting between attempts of steps
    /// @param parkedMs part of it in which its steps stood before breakers and the agents' usage limit
    /// @param steps what happened in its steps, as a list
    record Course(long durationMs, long waitMs, long parkedMs, Value steps) {
        /// @return the part in which it neither waited nor was parked, in milliseconds; steps that run at once may have
        ///     waited longer together than the attempt took
        public long executionMs() {
            return Math.max(0, durationMs - waitMs - parkedMs);
        }
    }
}
