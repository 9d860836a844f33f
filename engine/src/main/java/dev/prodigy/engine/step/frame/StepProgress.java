package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.step.result.Left;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.result.TakenOver;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How far an earlier process came with a step that it did not end: executions that ended count as made, what
/// was under way begins again (spec 03 §14).
///
/// @param cycles executions that ended, each with its retries
/// @param effort executions that ended, single ones
/// @param retrying where in the retries of the current cycle it was
/// @param occasion what a list was reacting to, or null when an execution or a wait was under way
/// @param rerunOf what the handler reacted to behind whose good end the current cycle runs; null in the first cycle
/// @param begun when the step began, or null when it has not
/// @param cycleBegan number of the event with which the current cycle began, or 0 when none has
public record StepProgress(
        int cycles,
        StepResult.Effort effort,
        Retrying retrying,
        @Nullable Occasion occasion,
        @Nullable Occasion rerunOf,
        @Nullable Instant begun,
        long cycleBegan) {
    /// Nothing was done yet.
    public static final StepProgress NONE =
            new StepProgress(0, StepResult.Effort.NONE, Retrying.NONE, null, null, null, 0);

    /// A cycle's retries so far.
    ///
    /// @param made attempts that ended
    /// @param firstFailure on the run clock, or null
    /// @param delay the last wait, or null
    /// @param due when that wait ends, or null when it had ended
    /// @param error of the last attempt that ended, or null before the first
    /// @param left what validation and handlers inside the attempts have left behind
    public record Retrying(
            int made,
            @Nullable Duration firstFailure,
            @Nullable Duration delay,
            @Nullable Instant due,
            @Nullable ErrorRecord error,
            Left left) {
        /// None so far.
        public static final Retrying NONE = new Retrying(0, null, null, null, null, Left.NOTHING);

        private Retrying after(StepEvent.RetryScheduled retry, Duration at, @Nullable Occasion inside) {
            return new Retrying(
                    retry.attempt(),
                    firstFailure == null ? at : firstFailure,
                    Duration.ofMillis(retry.delayMs()),
                    retry.dueAt(),
                    retry.error(),
                    inside == null ? left : inside.result().gain().left());
        }

        private Retrying waited() {
            return new Retrying(made, firstFailure, delay, null, error, left);
        }
    }

    /// @return how far a step came that stands there
    public static StepProgress of(Step step, Frame frame) {
        var key = frame.key(step);
        return key == null ? NONE : of(step, frame.site().history().open(key));
    }

    private static StepProgress of(Step step, List<Recorded> notes) {
        var progress = notes.isEmpty() ? NONE : NONE.begun(notes.getFirst().timestamp());
        Duration since = null;
        for (var note : notes) {
            if (note.event() instanceof StepEvent.RetryScheduled retry) {
                progress = progress.retries(retry, note.elapsed(), lasted(step, retry, since, note.elapsed()));
                since = null;
            } else if (note.event() instanceof StepEvent.Started started) {
                boolean itself = step.path().equals(note.context().step());
                if (itself && (since == null || !progress.isInCycle())) {
                    since = note.elapsed();
                }
                progress = itself ? progress.executes(note.seq()) : progress.reacts(started.after(), step);
            }
        }
        return progress;
    }

    /// @return when the first execution of a step began that has not ended, on the run clock; now where none did
    public static Duration since(Step step, Frame frame) {
        var key = frame.key(step);
        var notes = key == null ? List.<Recorded>of() : frame.site().history().open(key);
        return notes.isEmpty()
                ? frame.world().now().elapsed()
                : notes.getFirst().elapsed();
    }

    /// @return the working tree as it was before a step that an earlier process began, or that failed there; null where
    ///     none did, and where somebody has committed or moved HEAD since the failure: that is not the step's
    public static @Nullable String base(Step step, Frame frame) {
        var key = frame.key(step);
        if (key == null) {
            return null;
        }
        for (var note : frame.site().history().open(key)) {
            if (note.event() instanceof StepEvent.Started started
                    && step.path().equals(note.context().step())) {
                return started.base();
            }
        }
        var before = frame.site().history().ended(key);
        return before != null
                        && before.event() instanceof StepEvent.Failed failed
                        && isThat(step, before.context().stepId(), failed)
                        && Objects.equals(failed.head(), frame.world().tree().head())
                ? failed.base()
                : null;
    }

    /// The workflow may have been edited since: another step in its place has done nothing yet.
    private static boolean isThat(Step step, @Nullable String id, StepEvent.Failed failed) {
        return Objects.equals(step.id(), id) && step.kind().keyword().equals(failed.kind());
    }

    /// @return whether an execution or a wait was under way, and nothing that follows from an execution
    public boolean isInCycle() {
        return occasion == null || occasion.stage().isInside();
    }

    /// @return number of the event behind which what ended inside the step is the current cycle's; such an
    ///     event is yet to come where no cycle is under way
    public long currentSince() {
        return isInCycle() && cycleBegan > 0 ? cycleBegan : Long.MAX_VALUE;
    }

    /// @return whether the lists inside the next execution go on where they were
    public boolean goesOnInside() {
        return isInCycle() && retrying.due() == null;
    }

    private StepProgress begun(Instant at) {
        return new StepProgress(cycles, effort, retrying, occasion, rerunOf, at, cycleBegan);
    }

    /// @param since when the attempt began, on the run clock, or null where that is not recorded
    /// @return how long an attempt took that failed, in milliseconds
    private static long lasted(Step step, StepEvent.RetryScheduled retry, @Nullable Duration since, Duration ended) {
        var told = retry.error().evidence().durationMs();
        return switch (step.kind()) {
            // a template's steps are told of by the last of them
            case StepKind.Shell _, StepKind.Agent _, StepKind.Inline _ -> told == null ? 0 : told;
            case StepKind.Foreach _, StepKind.Validate _, StepKind.SubWorkflow _ ->
                since == null ? 0 : ended.minus(since).toMillis();
            case StepKind.WriteFile _, StepKind.Removed _ -> 0;
        };
    }

    /// @param ms length of the attempt
    private StepProgress retries(StepEvent.RetryScheduled retry, Duration at, long ms) {
        return new StepProgress(
                cycles,
                effort.plusExecution(ms).plusWait(retry.delayMs()),
                retrying.after(retry, at, occasion),
                null,
                rerunOf,
                begun,
                cycleBegan);
    }

    /// @param seq number of the event that tells of it
    private StepProgress executes(long seq) {
        if (occasion == null || occasion.stage().isInside()) {
            long since = cycleBegan == 0 ? seq : cycleBegan;
            return new StepProgress(cycles, effort, retrying.waited(), occasion, rerunOf, begun, since);
        }
        return new StepProgress(
                occasion.cycles(), occasion.result().effort(), Retrying.NONE, null, occasion, begun, seq);
    }

    /// A handler of the rerun's own failure takes the place of the one before it.
    private StepProgress reacts(Value.@Nullable Fields after, Step step) {
        if (after == null) {
            return this;
        }
        var next = Occasion.read(TakenOver.of(after, step));
        return new StepProgress(
                cycles,
                effort,
                retrying,
                next,
                next.stage() == Occasion.Stage.ON_FAILURE ? null : rerunOf,
                begun,
                cycleBegan);
    }
}
