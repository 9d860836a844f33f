package dev.prodigy.runtime.world;

import dev.prodigy.engine.admission.Answer;
import dev.prodigy.engine.admission.StepRequest;
import dev.prodigy.engine.run.Signal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Where the steps of a run ask about their attempts: a signal to the run's actor, which answers when it has decided.
public final class AdmissionRequests {
    private final boolean countsAttempts;
    private final Consumer<Signal> signals;
    private final LimitClock caller;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<Answer>> open = new ConcurrentHashMap<>();

    /// @param countsAttempts whether every attempt matters, because a run-wide budget counts them
    /// @param signals to the run's actor
    /// @param caller the clock of the step that called the run
    public AdmissionRequests(boolean countsAttempts, Consumer<Signal> signals, LimitClock caller) {
        this.countsAttempts = countsAttempts;
        this.signals = signals;
        this.caller = caller;
    }

    /// @return the clock of the step that called the run, which stands still with those of its own steps
    LimitClock caller() {
        return caller;
    }

    /// Lets the clock of the step that called the run stand still, or go on.
    public void callerStands(boolean still) {
        if (still) {
            caller.stop();
        } else {
            caller.goOn();
        }
    }

    /// Completes what a step waits for.
    public void answer(long request, Answer answer) {
        var waiting = open.remove(request);
        if (waiting != null) {
            waiting.complete(answer);
        }
    }

    /// @return whether anything in the run stands before such an attempt
    boolean stands(StepRequest request) {
        return countsAttempts || request.isNew() || request.usesAgent() || request.circuit() != null;
    }

    /// @return a number for one more request
    long next() {
        return numbers.incrementAndGet();
    }

    /// Asks; whoever waits for the answer may give up, and then {@link #forget}s it.
    CompletableFuture<Answer> ask(long request, Signal signal) {
        var answer = new CompletableFuture<Answer>();
        open.put(request, answer);
        signals.accept(signal);
        return answer;
    }

    /// Nobody waits for the answer any more.
    void forget(long request) {
        open.remove(request);
        signals.accept(new Signal.StepCut(request));
    }
}
