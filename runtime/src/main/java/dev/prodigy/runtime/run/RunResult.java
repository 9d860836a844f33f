package dev.prodigy.runtime.run;

import dev.prodigy.engine.signature.ErrorCluster;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.letter.FailedItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a run ended (spec 00, "Output").
///
/// @param workflowFile what `run` was given and can be given again; null of stdin, of `exec` and of a step's run
/// @param took time with a process at work
/// @param items the five counts, or null where there are no items
/// @param error what ended it, or null
public record RunResult(
        String runId,
        String workflow,
        @Nullable String workflowFile,
        String mode,
        String status,
        int exitCode,
        Instant startedAt,
        Instant finishedAt,
        Duration took,
        @Nullable Value items,
        Value.Fields outputs,
        @Nullable ErrorRecord error,
        Failures failures,
        Commits commits) {

    /// The items that failed.
    ///
    /// @param clusters by what they failed with, largest first
    /// @param letters those with a dead letter
    /// @param skipped those that their failure gave up without one
    public record Failures(List<ErrorCluster> clusters, Named letters, Named skipped) {
        /// No item failed.
        public static final Failures NONE = new Failures(List.of(), Named.NONE, Named.NONE);

        /// @return the items that are told of, those with a letter first
        public List<FailedItem> first() {
            return Stream.concat(letters.first.stream(), skipped.first.stream()).toList();
        }
    }

    /// Items, of which some are told of.
    ///
    /// @param first the first of them, in item order
    /// @param count how many there are
    public record Named(List<FailedItem> first, int count) {
        static final Named NONE = new Named(List.of(), 0);

        /// @return how many are not told of
        public int unnamed() {
            return count - first.size();
        }
    }

    /// What became of the run's commits.
    ///
    /// @param keptOn the branch that was kept with them, or null
    /// @param savedAt the ref that has them because a person removed the branch, or null
    /// @param mergedInto the branch that has them, or null
    /// @param target the branch they are for, or null when the run has none
    /// @param isMergeOpen whether the run ended while they were to be merged
    public record Commits(
            @Nullable String keptOn,
            @Nullable String savedAt,
            @Nullable String mergedInto,
            @Nullable String target,
            boolean isMergeOpen) {}

    /// @return whether the run can be read; false where its journal is gone, and with it what a resume would go on from
    public boolean isRecorded() {
        return !mode.isEmpty();
    }

    /// @return the object that `run` and `resume` end with
    public Value.Fields toFields() {
        return new FieldsWriter()
                .put("run_id", runId)
                .put("workflow", workflow)
                .put("mode", mode)
                .put("status", status)
                .put("exit_code", exitCode)
                .put("started_at", Timestamps.format(startedAt))
                .put("finished_at", Timestamps.format(finishedAt))
                .put("duration_ms", took.toMillis())
                .put("items", items)
                .put("outputs", outputs)
                .put("error", error == null ? Value.Null.NULL : ErrorJson.write(error))
                .done();
    }
}
