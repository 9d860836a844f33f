package dev.prodigy.runtime.world;

import dev.prodigy.engine.entrance.Answer;
import dev.prodigy.engine.entrance.StepRequest;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Entrance;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One step before the entrance: what it asks, and what the answers mean to it.
final class Standing implements Entrance.Entry.Admitted {
    private final Entrances entrances;
    private final Halt halt;
    private final Patience patience;
    private final long number;

    /// How a step waits for an answer.
    @FunctionalInterface
    interface Patience {
        Answer await(CompletableFuture<Answer> answer) throws Cut;
    }

    Standing(Entrances entrances, Halt halt, Patience patience) {
        this.entrances = entrances;
        this.halt = halt;
        this.patience = patience;
        this.number = entrances.next();
    }

    Entrance.Entry enter(StepRequest request) throws Cut {
        return switch (ask(new Signal.StepAsked(number, request))) {
            case Answer.Admitted _ -> this;
            case Answer.Refused(var key, var until) -> new Entrance.Entry.Refused(key, until);
            case Answer.Halted _ -> throw new Cut();
            case Answer.Noted _, Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    @Override
    public Entrance.Leave leave(@Nullable ErrorRecord error) throws Cut {
        return switch (ask(new Signal.StepLeft(number, error))) {
            case Answer.Noted(var rejection, boolean budgetSpent) ->
                new Entrance.Leave.Counted(
                        rejection == null ? null : new Entrance.Entry.Refused(rejection.key(), rejection.until()),
                        budgetSpent);
            case Answer.Admitted _ -> new Entrance.Leave.Again();
            case Answer.Halted _ -> throw new Cut();
            case Answer.Refused(var key, var until) ->
                new Entrance.Leave.Counted(new Entrance.Entry.Refused(key, until), false);
            case Answer.RetryGranted _, Answer.RetryDenied _ -> throw new IllegalStateException();
        };
    }

    @Override
    public void abandon() {
        entrances.forget(number);
    }

    boolean retry(Context context, StepEvent.RetryScheduled event) throws Cut {
        return switch (ask(new Signal.RetryAsked(number, context, event))) {
            case Answer.RetryGranted _ -> true;
            case Answer.RetryDenied _ -> false;
            case Answer.Halted _ -> throw new Cut();
            case Answer.Admitted _, Answer.Refused _, Answer.Noted _ -> throw new IllegalStateException();
        };
    }

    private Answer ask(Signal signal) throws Cut {
        halt.check();
        var answered = false;
        try {
            var answer = patience.await(entrances.ask(number, signal));
            answered = true;
            return answer;
        } finally {
            if (!answered) {
                entrances.forget(number);
            }
        }
    }
}
