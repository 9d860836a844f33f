package dev.prodigy.runtime.view;

import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.MergeResult;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.RunRef;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What commands say about a run as a whole, and what `sessions/{run_id}.json` holds (spec 05 §2.6).
///
/// A pure function of the run's folded journal and of who holds its lock.
///
/// @param origin what never changes
/// @param course how far the run is
/// @param place where its work lies
/// @param holder the process that executes it, or null
public record RunRecord(
        Origin origin, Course course, Place place, @Nullable Holder holder) {
    private static final int VERSION = 1;
    private static final Set<String> RESUMABLE = Set.of("stopped", "cancelled", "interrupted", "failed", "timed_out");
    private static final Set<String> LIVE = Set.of("running", "paused", "waiting");

    /// What never changes.
    ///
    /// @param repo name of the repository in the home
    /// @param path the directory the run was started in
    /// @param host the machine that executed it last
    public record Origin(
            String runId,
            @Nullable String parentRunId,
            String workflow,
            @Nullable String workflowFile,
            String mode,
            String repo,
            String path,
            String host) {}

    /// How far the run is.
    ///
    /// @param status one of the seven outcomes, `running`, `paused` or `waiting`
    /// @param phase the one that began last, `done` behind the last; null before the first
    /// @param items the five counts, or null where there are none
    /// @param dlq dead letters
    /// @param error the error record that ended it, or null
    public record Course(
            String status,
            @Nullable String phase,
            Times times,
            @Nullable Value items,
            int dlq,
            long lastSeq,
            @Nullable Value error) {}

    /// When what happened.
    ///
    /// @param durationMs of the run clock: time with a process at work
    public record Times(
            @Nullable Instant startedAt,
            @Nullable Instant updatedAt,
            @Nullable Instant finishedAt,
            long durationMs) {}

    /// Where the run's work lies.
    ///
    /// @param merge `merged`, `not_merged`, `conflict` or `none`
    public record Place(
            @Nullable String branch,
            @Nullable String worktree,
            @Nullable String target,
            String merge) {}

    /// A process with the run's lock.
    public record Holder(long pid, String host) {
        /// It took the lock this very moment and has not written its name.
        static final Holder UNNAMED = new Holder(0, "");

        /// @return the holder that a lock names
        public static Holder of(Owner owner) {
            return new Holder(owner.pid(), owner.host());
        }
    }

    /// @param state folded from the run's journal
    /// @param holder who holds the run's lock, or null when it is free
    /// @return the record
    public static RunRecord of(RunRef ref, RunState state, @Nullable Holder holder) {
        var started = state.started();
        var origin = started == null
                ? new Origin(ref.run().text(), null, "", null, ref.run().kind().mode(), ref.repo(), "", "")
                : new Origin(
                        ref.run().text(),
                        started.parentRunId(),
                        started.workflow(),
                        started.workflowFile(),
                        started.mode(),
                        ref.repo(),
                        started.path(),
                        state.resumed() == null
                                ? started.host()
                                : state.resumed().host());
        var items = state.items();
        var course = new Course(
                status(state, holder),
                phase(state),
                new Times(
                        state.began(),
                        state.at(),
                        state.ended(),
                        state.elapsed().toMillis()),
                items == null ? null : items.counts().toFields(),
                items == null ? 0 : items.letters().count(),
                state.seq(),
                error(ref, state));
        return new RunRecord(origin, course, place(state), holder);
    }

    /// @param now who holds the run's lock, or null when it is free
    /// @return this record as it is to be shown: a run without terminal event is going on exactly while
    ///     somebody holds its lock
    public RunRecord heldBy(@Nullable Holder now) {
        if (course.times().finishedAt() != null) {
            return new RunRecord(origin, course, place, now);
        }
        var status = now == null ? "interrupted" : LIVE.contains(course.status()) ? course.status() : "running";
        var changed = new Course(
                status, course.phase(), course.times(), course.items(), course.dlq(), course.lastSeq(), course.error());
        return new RunRecord(origin, changed, place, now);
    }

    /// @return this record as it is to be shown from a home that may have been moved since it was written
    public RunRecord in(Home home) {
        var recorded = place.worktree();
        if (recorded == null) {
            return this;
        }
        var now = home.worktreeNow(origin.repo(), recorded);
        return new RunRecord(origin, course, new Place(place.branch(), now, place.target(), place.merge()), holder);
    }

    /// @return whether it tells of a process at work, which had not ended the run
    boolean isUnfinished() {
        return holder != null && course.times().finishedAt() == null;
    }

    /// @return its id
    public String runId() {
        return origin.runId();
    }

    /// @return one of the seven outcomes, `running`, `paused` or `waiting`
    public String status() {
        return course.status();
    }

    /// @return whether a process executes it
    public boolean isLive() {
        return holder != null;
    }

    /// @return whether `resume` would do anything: the run began and ended early, or items were put back behind its end
    public boolean isResumable() {
        return holder == null
                && course.lastSeq() > 0
                && origin.parentRunId() == null
                && (RESUMABLE.contains(course.status()) || hasPendingItems());
    }

    /// @return whether `resume --retry-failed` would put items back: the run ended, and items of it failed
    public boolean hasItemsToRetry() {
        return holder == null && origin.parentRunId() == null && !LIVE.contains(course.status()) && hasItems("failed");
    }

    /// @return whether items of it were given up without a dead letter
    public boolean hasSkippedItems() {
        return hasItems("skipped");
    }

    private boolean hasPendingItems() {
        return hasItems("pending");
    }

    private boolean hasItems(String status) {
        return course.items() instanceof Value.Fields counts && new FieldsReader(counts).number(status) > 0;
    }

    /// @return the object of spec 05 §2.6
    public Value.Fields toFields() {
        return new FieldsWriter()
                .put("version", VERSION)
                .put("run_id", origin.runId())
                .put("parent_run_id", Value.of(origin.parentRunId()))
                .put("workflow", origin.workflow())
                .put("workflow_file", origin.workflowFile())
                .put("mode", origin.mode())
                .put("status", course.status())
                .put("phase", course.phase())
                .put("repo", origin.repo())
                .put("path", origin.path())
                .put("started_at", course.times().startedAt())
                .put("updated_at", course.times().updatedAt())
                .put("finished_at", finishedAt())
                .put("duration_ms", course.times().durationMs())
                .put("resumable", isResumable())
                .put("pid", holder == null ? Value.Null.NULL : Value.of(holder.pid()))
                .put("host", holder == null ? origin.host() : holder.host())
                .put("items", orNull(course.items()))
                .put("dlq", course.dlq())
                .put("branch", Value.of(place.branch()))
                .put("worktree", Value.of(place.worktree()))
                .put("target", Value.of(place.target()))
                .put("merge", place.merge())
                .put("last_seq", course.lastSeq())
                .put("error", orNull(course.error()))
                .done();
    }

    /// @return what {@link #toFields} wrote
    /// @throws dev.prodigy.model.value.UnreadableFields when it is something else
    public static RunRecord read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        var origin = new Origin(
                in.text("run_id"),
                in.textOrNull("parent_run_id"),
                in.text("workflow"),
                in.textOrNull("workflow_file"),
                in.text("mode"),
                in.text("repo"),
                in.text("path"),
                in.text("host"));
        var course = new Course(
                in.text("status"),
                in.textOrNull("phase"),
                new Times(
                        in.momentOrNull("started_at"),
                        in.momentOrNull("updated_at"),
                        in.momentOrNull("finished_at"),
                        in.number("duration_ms")),
                in.valueOrNull("items"),
                in.integer("dlq"),
                in.number("last_seq"),
                in.valueOrNull("error"));
        var place = new Place(
                in.textOrNull("branch"), in.textOrNull("worktree"), in.textOrNull("target"), in.text("merge"));
        var pid = in.numberOrNull("pid");
        return new RunRecord(origin, course, place, pid == null ? null : new Holder(pid, origin.host()));
    }

    private static String status(RunState state, @Nullable Holder holder) {
        var end = state.outcome();
        if (end != null) {
            return RunStatus.of(end);
        }
        if (holder == null) {
            return "interrupted";
        }
        if (state.pause().isOn()) {
            return "paused";
        }
        return state.quota() instanceof Quota.Paused ? "waiting" : "running";
    }

    private static @Nullable String phase(RunState state) {
        return state.outcome() instanceof EndEvent.Completed ? "done" : state.phase();
    }

    private static Place place(RunState state) {
        var started = state.started();
        if (started == null) {
            return new Place(null, null, null, "none");
        }
        var merge = merge(state, started);
        // a run that is over and has nothing left to merge takes its branch and worktree with it
        boolean gone = state.branch().removal() != null
                || (state.outcome() instanceof EndEvent.Completed && (merge.equals("merged") || merge.equals("none")));
        return gone
                ? new Place(null, null, started.target(), merge)
                : new Place(started.branch(), started.worktree(), started.target(), merge);
    }

    private static String merge(RunState state, RunEvent.Started started) {
        if (state.branch().merged()) {
            return "merged";
        }
        return switch (state.stage("merge")) {
            case StageState.Done _ -> "merged";
            case StageState.Failed(var error) -> error.code().equals("MERGE_CONFLICT") ? "conflict" : "not_merged";
            case StageState.LeftOut(var reason) ->
                reason.equals("no_worktree") || reason.equals(MergeResult.NO_COMMITS) ? "none" : "not_merged";
            case StageState.Ahead _, StageState.Open _ -> hasNothingToMerge(state, started) ? "none" : "not_merged";
        };
    }

    /// A run that came to its end without a commit has none either when items were put back behind that.
    private static boolean hasNothingToMerge(RunState state, RunEvent.Started started) {
        return started.branch() == null || (state.outcome() instanceof EndEvent.Completed && !state.hasCommits());
    }

    private static @Nullable Value error(RunRef ref, RunState state) {
        var end = state.outcome();
        var at = state.ended();
        var error =
                end == null || at == null ? null : EndError.of(end, ref.run().text(), at);
        return error == null ? null : ErrorJson.write(error);
    }

    private Value finishedAt() {
        var finished = course.times().finishedAt();
        return finished == null ? Value.Null.NULL : Value.of(Timestamps.format(finished));
    }

    private static Value orNull(@Nullable Value value) {
        return value == null ? Value.Null.NULL : value;
    }
}
