package dev.prodigy.engine.run;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.item.Handling;
import dev.prodigy.model.event.EndEvent;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something to be done in the world. It answers, if it has something to say, with a {@link Signal}.
public sealed interface Effect {

    /// Run the commands of the environment; answers {@link Signal.Prepared}.
    record Prepare() implements Effect {}

    /// Run a list of steps; answers {@link Signal.StepsEnded}.
    record RunSteps(Stage stage) implements Effect {}

    /// Make the list of items; answers {@link Signal.ItemsLoaded} or {@link Signal.ItemsRefused}.
    record LoadItems() implements Effect {}

    /// Start an attempt of an item; answers {@link Signal.AttemptEnded}.
    ///
    /// @param item index from 0
    /// @param attempt number from 1
    /// @param place which of the parallel places it takes, from 1
    /// @param firstPlace the one that the item's first attempt took
    /// @param firstStart when the item's first attempt began, on the run clock; null when this is it
    /// @param repeatsConflict whether an attempt beyond the policy's own follows a merge conflict (spec 03 §10)
    record StartAttempt(
            int item,
            int attempt,
            int place,
            int firstPlace,
            @Nullable Duration firstStart,
            boolean repeatsConflict) implements Effect {}

    /// Tell a step what it asked.
    ///
    /// @param request the number it asked with
    record AnswerStep(long request, Answer answer) implements Effect {}

    /// An attempt that failed is over: save what it left; answers {@link Signal.AttemptEnded}.
    record Settle(int item, int attempt) implements Effect {}

    /// Run a custom failure handler in the place of the item's last attempt; answers {@link
    /// Signal.HandlerEnded}.
    ///
    /// @param place which of the parallel places it takes, from 1
    /// @param firstPlace the one that the item's first attempt took
    record RunHandler(int item, int attempt, int place, int firstPlace, Handling handling) implements Effect {}

    /// Ask a person whether the items behind the canary may run; answers {@link Signal.CanaryAnswered}.
    record AskCanary(CanaryReport report) implements Effect {}

    /// Offer the run's commits to the user's branch; answers {@link Signal.MergeEnded}.
    record OfferMerge() implements Effect {}

    /// Evaluate the workflow's `outputs`; answers {@link Signal.OutputsReady}.
    record EvaluateOutputs() implements Effect {}

    /// Remove what the run no longer needs, before its last event; answers {@link Signal.Tidied}.
    ///
    /// @param wholly the run is over and nothing of it is left that its target lacks
    record TidyUp(boolean wholly) implements Effect {}

    /// Send {@link Signal.TimeCame} at this moment, instead of at any earlier asked one.
    record WakeAt(Instant moment) implements Effect {}

    /// Send {@link Signal.DeadlinePassed} when the run clock shows this, instead of at any earlier
    /// asked time.
    record DeadlineAt(Duration elapsed) implements Effect {}

    /// Nobody waits for the time of a retry any more: what waits, or would, unwinds as interrupted.
    ///
    /// @param ofLists steps outside of items too, not only those in them
    record EndWaits(boolean ofLists) implements Effect {}

    /// The clock of the step that called the run stands still, or goes on: items stand before their start.
    record CallerStands(boolean still) implements Effect {}

    /// The runs that the run's steps called learn what holds for them from now on; nothing answers.
    record TellChildren(CallersWord word) implements Effect {}

    /// End one attempt of an item, with grace. It answers as interrupted, unless it was faster.
    record EndAttempt(int item) implements Effect {}

    /// End everything that runs, with grace or at once. What is ended answers as interrupted.
    record EndWork(boolean immediately) implements Effect {}

    /// Write the checkpoint file; nothing answers.
    record SaveCheckpoint() implements Effect {}

    /// The run is over in this process; the terminal event is durable.
    record Finish(EndEvent terminal) implements Effect {}
}
