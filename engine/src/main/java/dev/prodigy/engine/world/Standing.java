package dev.prodigy.engine.world;

import dev.prodigy.engine.entrance.Answer;
import dev.prodigy.engine.entrance.StepRequest;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import org.jspecify.annotations.Nullable;

/// One step before the entrance: what it asks, and what the answers mean to it.
public final class Standing implements Entrance.Entry.Admitted {
    private final Doorbell bell;
    private final long number;

    /// A step that has not asked yet.
    public Standing(Doorbell bell) {
        this.bell = bell;
        this.number = bell.next();
    }

    /// Waits until the attempt may be made, or never is to be.
    ///
    /// @throws Cut when the run is ending
    public Entrance.Entry enter(StepRequest request) throws Cut {
        return switch (bell.ask(number, new Signal.StepAsked(number, request))) {
            case Answer.Admitted _ -> this;
            case Answer.Refused(var error) -> new Entrance.Entry.Refused(error);
            case Answer.Halted _ -> throw new Cut();
            case Answer.Noted _, Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    @Override
    public Entrance.Leave leave(@Nullable ErrorRecord error) throws Cut {
        return switch (bell.ask(number, new Signal.StepLeft(number, error))) {
            case Answer.Noted(var rejection, boolean budgetSpent) ->
                new Entrance.Leave.Counted(
                        rejection == null ? null : new Entrance.Entry.Refused(rejection.error()), budgetSpent);
            case Answer.Admitted _ -> new Entrance.Leave.Again();
            case Answer.Halted _ -> throw new Cut();
            case Answer.Refused(var refusal) -> new Entrance.Leave.Counted(new Entrance.Entry.Refused(refusal), false);
            case Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    @Override
    public void abandon() {
        bell.forget(number);
    }

    /// @return null when the retry is journaled and may be made after its wait, else why not
    /// @throws Cut when the run is ending
    public @Nullable RetryAborted retry(Context context, StepEvent.RetryScheduled event) throws Cut {
        return switch (bell.ask(number, new Signal.RetryAsked(number, context, event))) {
            case Answer.RetryGranted _ -> null;
            case Answer.RetryDenied(var because) -> because;
            case Answer.Halted _ -> throw new Cut();
            case Answer.Admitted _, Answer.Refused _, Answer.Noted _ -> throw new IllegalStateException();
        };
    }
}
