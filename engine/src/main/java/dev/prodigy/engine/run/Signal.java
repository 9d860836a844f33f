package dev.prodigy.engine.run;

import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.item.AttemptResult;
import dev.prodigy.engine.item.HandlerResult;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something a run has to react to. All signals of a run arrive in one queue.
public sealed interface Signal {

    /// A new run begins.
    record Begin(RunEvent.Started event) implements Signal {}

    /// A run goes on that an earlier process left, or that ended and may be taken up again.
    ///
    /// @param found what became of items that were in progress
    /// @param failures last failures of items, where what follows is to be decided anew: an earlier process died
    ///     before it could write that, or the policy grants fewer attempts than it did
    /// @param retry failed items become pending again; null: they stay what they are
    /// @param approved the answer to the run's gates is yes
    record Resume(
            RunEvent.Resumed event,
            Interrupted found,
            Map<Integer, ItemEvent.Failed> failures,
            @Nullable Retry retry,
            boolean approved)
            implements Signal {
        /// How failed items are tried again.
        ///
        /// @param maxAttempts of each, or null for the policy's
        public record Retry(@Nullable Integer maxAttempts) {}
    }

    /// Dead-lettered items are to run again (spec 03 §15).
    ///
    /// @param items indices, in the order to take them
    /// @param givesUp whether a row of failures, or a limit of the run, ends it (spec 03 §15)
    /// @param maxParallel the widest, or null for the run's own width, up to the usual one
    /// @param maxAttempts executions of each item, or null for the policy's
    record Redrive(
            RunEvent.Resumed event,
            List<Integer> items,
            boolean givesUp,
            @Nullable Integer maxParallel,
            @Nullable Integer maxAttempts,
            @Nullable String filter,
            Interrupted found)
            implements Signal {}

    /// What a run has committed is to be merged, its merge steps included; the run stays what it is (spec 05 §2.8).
    record MergeAsked(RunEvent.Resumed event, Interrupted found) implements Signal {}

    /// What became of the items that an earlier process left in progress.
    ///
    /// @param crash whether that process died; it may also have ended in good order, where it could write the run's
    ///     end but nothing of its items, as on a full disk
    /// @param merged those whose merge was under way and did take place, with what their attempt had come to
    /// @param remains what is left of the last attempt of those that are in progress too often
    record Interrupted(boolean crash, Map<Integer, AttemptResult.Succeeded> merged, Map<Integer, Remains> remains) {
        /// What ends the run when nothing else can: an error of the program itself.
        private static final String INTERNAL_ERROR = "internal_error";

        /// There was none.
        public static final Interrupted NONE = new Interrupted(true, Map.of(), Map.of());

        public Interrupted {
            merged = Map.copyOf(merged);
            remains = Map.copyOf(remains);
        }

        /// @param terminal the event that ended the earlier process's part, or null
        /// @return whether that process died, or failed by itself: items in progress may be the cause
        public static boolean isCrash(@Nullable EndEvent terminal) {
            return terminal == null
                    || (terminal instanceof EndEvent.Interrupted end
                            && end.reason().equals(INTERNAL_ERROR));
        }
    }

    /// What is left of an attempt that was cut off.
    ///
    /// @param logs paths of the logs of its last execution, the one with its last words first
    record Remains(AttemptResult.Kept kept, List<String> logs) {
        /// Nothing.
        public static final Remains NOTHING = new Remains(AttemptResult.Kept.NOTHING, List.of());
    }

    /// Sequential work inside the run (a list of steps, a merge) reports what it did, and waits until
    /// that is durable.
    record Reported(Context context, Event event) implements Signal {}

    /// What comes before the first step came to its end.
    record Prepared(StepsResult result) implements Signal {}

    /// A list of steps came to its end.
    record StepsEnded(Stage stage, StepsResult result) implements Signal {}

    /// An attempt of a step wants to be made; answered by {@link Effect.AnswerStep}.
    ///
    /// @param request a number that no other request of this process has
    record StepAsked(long request, StepRequest attempt) implements Signal {}

    /// An admitted attempt of a step is over; answered by {@link Effect.AnswerStep}.
    ///
    /// @param error of the attempt, or null when it was good
    record StepLeft(long request, @Nullable ErrorRecord error) implements Signal {}

    /// An attempt of a step, admitted or still waiting for that, was cut off.
    record StepCut(long request) implements Signal {}

    /// A step is to be tried again; answered by {@link Effect.AnswerStep}.
    record RetryAsked(long request, Context context, StepEvent.RetryScheduled event) implements Signal {}

    /// The list of items is on disk.
    record ItemsLoaded(ItemEvent.Loaded event) implements Signal {}

    /// The list of items could not be made.
    record ItemsRefused(ErrorRecord error) implements Signal {}

    /// An attempt of an item is over and none of its processes lives.
    record AttemptEnded(int item, int attempt, AttemptResult result) implements Signal {}

    /// An attempt has failed and still holds its place, because a handler may have to run there; answered by
    /// {@link Effect.Settle} or {@link Effect.RunHandler}.
    record AttemptFailed(int item, int attempt, AttemptResult.Failed failure) implements Signal {}

    /// A custom failure handler is over and none of its processes lives.
    record HandlerEnded(int item, int attempt, HandlerResult result) implements Signal {}

    /// A person said whether the items behind the canary may run.
    record CanaryAnswered(boolean yes) implements Signal {}

    /// The merge stage is over.
    record MergeEnded(MergeResult result) implements Signal {}

    /// The result's `outputs` were evaluated.
    record OutputsReady(Outputs outputs) implements Signal {}

    /// What the run no longer needs is gone, or could not be removed.
    record Tidied() implements Signal {}

    /// Time has come for something; which, the state knows.
    record TimeCame() implements Signal {}

    /// A person or a signal wants the run to end.
    ///
    /// @param by `signal` or `person`
    /// @param signalName such as `SIGINT`, or null
    /// @param immediately without grace
    record StopAsked(String by, @Nullable String signalName, boolean immediately) implements Signal {}

    /// A step cannot go on for want of something that only a person can give; what it was part of is cut off.
    record Lacks(Ending.Lacking what) implements Signal {}

    /// The time of the run's own deadline has come.
    record DeadlinePassed() implements Signal {}

    /// A limit of the run whose step started this one passed.
    record CallerTimedOut(long timeoutMs) implements Signal {}

    /// The run whose step runs this one was paused or is drained, or goes on, or has another deadline.
    record CallerSaid(CallersWord word) implements Signal {}

    /// It is a while since a checkpoint was saved, and writing one would cost little beside that.
    record CheckpointDue() implements Signal {}

    /// A person changes a live run (spec 05 §2.7).
    record Controlled(ControlEvent.Received event) implements Signal {}
}
