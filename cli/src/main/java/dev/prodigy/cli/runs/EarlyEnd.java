package dev.prodigy.cli.runs;

import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.merge.MergeObstacle;
import dev.prodigy.runtime.run.RunResult;
import dev.prodigy.runtime.view.RunRecord;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A run that ended early or with failures, and what to type next of it (spec 05 §1, "JSON").
///
/// @param run the run that is gone on with: that of a step is its caller's
/// @param file the workflow's that starts such a run anew, or null
/// @param error what ended it, or null
/// @param left what it has left to do
public record EarlyEnd(
        String run,
        @Nullable String file,
        String status,
        @Nullable ErrorRecord error,
        Left left) {
    private static final Set<String> RESUMABLE = Set.of("failed", "stopped", "timed_out", "cancelled", "interrupted");

    /// What a resume mends only when it may merge.
    private static final Set<String> MERGING = Set.of("MERGE_REFUSED", "MERGE_CONFLICT");

    /// What an end has left.
    ///
    /// @param isPending whether items were put back
    /// @param hasFailed whether items failed
    /// @param hasLetters whether there are dead letters
    /// @param isMergeOpen whether the run ended while its commits were to be merged
    public record Left(boolean isPending, boolean hasFailed, boolean hasLetters, boolean isMergeOpen) {}

    /// @return the end of a run that this process has executed, or whose stored result it tells again
    public static EarlyEnd of(RunResult result) {
        var left = new Left(
                has(result.items(), "pending"),
                has(result.items(), "failed"),
                result.failures().letters().count() > 0,
                result.commits().isMergeOpen());
        return new EarlyEnd(result.runId(), result.workflowFile(), result.status(), result.error(), left);
    }

    /// @return the end that a run's record tells of
    static EarlyEnd of(RunRecord record) {
        var course = record.course();
        var parent = record.origin().parentRunId();
        boolean isMergeOpen = "merge".equals(course.phase())
                && Set.of("not_merged", "conflict").contains(record.place().merge());
        return new EarlyEnd(
                parent == null ? record.runId() : parent,
                parent == null ? record.origin().workflowFile() : null,
                record.status(),
                course.error() instanceof Value.Fields error ? ErrorJson.read(error) : null,
                new Left(has(course.items(), "pending"), has(course.items(), "failed"), course.dlq() > 0, isMergeOpen));
    }

    /// @return a run's record as commands show it: its error names the next command
    public static Value.Fields shown(RunRecord record) {
        var fields = record.toFields();
        return record.course().error() instanceof Value.Fields error
                ? new FieldsWriter()
                        .putAll(fields)
                        .put("error", hinted(error, of(record).hint()))
                        .done()
                : fields;
    }

    /// @param error as JSON
    /// @param hint the next command, or null
    /// @return the error with its hint
    public static Value.Fields hinted(Value.Fields error, @Nullable String hint) {
        return hint == null
                ? error
                : new FieldsWriter().putAll(error).put("hint", hint).done();
    }

    /// @return the next command to type, or null
    public @Nullable String hint() {
        if (RESUMABLE.contains(status)) {
            return resume();
        }
        if (!status.equals("completed_with_failures")) {
            return null;
        }
        if (left.isPending()) {
            return "prodigy resume " + run;
        }
        if (left.hasLetters()) {
            return "prodigy dlq list " + run;
        }
        // the dead letters were removed; where steps were tolerated there never were any
        return left.hasFailed() ? "prodigy resume " + run + " --retry-failed" : "prodigy logs " + run;
    }

    private String resume() {
        if (error != null && error.code().equals(KnownCode.CANARY_FAILED.name())) {
            return canary();
        }
        var named = error == null ? null : NextCommands.first(error.message());
        if (named != null) {
            return named;
        }
        if (error != null && error.code().equals(EndEvent.Interrupted.CAPTURED_SECRET)) {
            if (UnstoredRead.isOfArgument(error.message())) {
                return "give each value that held a secret again, in their order, as --args VALUE to prodigy resume "
                        + run;
            }
            // the step that had it does not run again in this run, and a merge step cannot do without it
            return left.isMergeOpen() ? "git merge prodigy/" + run : anew();
        }
        var resume = "prodigy resume " + run + (needsConsent() ? " -y" : "") + moreTime();
        var first = first();
        return first == null ? resume : first + ", then " + resume;
    }

    private @Nullable String first() {
        if (error == null) {
            return null;
        }
        return status.equals("interrupted") ? Remedy.of(error.code()) : MergeObstacle.wayOut(error.message());
    }

    /// A deadline counts anew with a resume. That is twice as long lets a step end that the run was too short for.
    private String moreTime() {
        var passed = error == null || !run.equals(error.origin().runId())
                ? null
                : error.evidence().timeoutMs();
        return !status.equals("timed_out") || passed == null
                ? ""
                : " --timeout " + Durations.format(Duration.ofMillis(2 * Math.max(1, passed)));
    }

    private String anew() {
        return file == null ? "start a new run" : "prodigy run " + ShellQuote.word(file);
    }

    private static boolean has(@Nullable Value items, String state) {
        return items instanceof Value.Fields counts && new FieldsReader(counts).number(state) > 0;
    }

    /// What was being merged needs a yes again.
    private boolean needsConsent() {
        if (error != null
                && (MERGING.contains(error.code())
                        || "merge".equals(error.origin().phase()))) {
            return true;
        }
        return left.isMergeOpen();
    }

    /// The gate is looked at again when its failed items have run again; otherwise only a person's yes passes it.
    private String canary() {
        return left.hasLetters() ? "prodigy dlq retry " + run : "prodigy resume " + run + " -y";
    }
}
