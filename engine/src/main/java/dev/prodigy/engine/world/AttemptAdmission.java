package dev.prodigy.engine.world;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.RetryAborted;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import org.jspecify.annotations.Nullable;

/// The admission of one attempt: what its step asks, and what the answers mean to it.
public final class AttemptAdmission implements AttemptGate.Entry.Admitted {
    private final AdmissionClient client;
    private final long number;

    /// A step that has not asked yet.
    public AttemptAdmission(AdmissionClient client) {
        this.client = client;
        this.number = client.next();
    }

    /// Waits until the attempt may be made, or never is to be.
    ///
    /// @throws Cut when the run is ending
    public AttemptGate.Entry enter(StepRequest request) throws Cut {
        return switch (client.ask(number, new Signal.StepAsked(number, request))) {
            case Answer.Admitted _ -> this;
            case Answer.Refused(var error) -> new AttemptGate.Entry.Refused(error);
            case Answer.Halted _ -> throw new Cut();
            case Answer.Noted _, Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    @Override
    public AttemptGate.Leave leave(@Nullable ErrorRecord error) throws Cut {
        return switch (client.ask(number, new Signal.StepLeft(number, error))) {
            case Answer.Noted(var rejection, boolean budgetSpent) ->
                new AttemptGate.Leave.Counted(
                        rejection == null ? null : new AttemptGate.Entry.Refused(rejection.error()), budgetSpent);
            case Answer.Admitted _ -> new AttemptGate.Leave.Again();
            case Answer.Halted _ -> throw new Cut();
            case Answer.Refused(var refusal) ->
                new AttemptGate.Leave.Counted(new AttemptGate.Entry.Refused(refusal), false);
            case Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    @Override
    public void abandon() {
        client.forget(number);
    }

    /// @return null when the retry is journaled and may be made after its wait, else why not
    /// @throws Cut when the run is ending
    public @Nullable RetryAborted retry(Context context, StepEvent.RetryScheduled event) throws Cut {
        return switch (client.ask(number, new Signal.RetryAsked(number, context, event))) {
            case Answer.RetryGranted _ -> null;
            case Answer.RetryDenied(var because) -> because;
            case Answer.Halted _ -> throw new Cut();
            case Answer.Admitted _, Answer.Refused _, Answer.Noted _ -> throw new IllegalStateException();
        };
    }
}
