package dev.prodigy.engine.step;

import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Strategy;
import java.time.Duration;
import java.util.List;

/// Makes handlers for tests; what is not said is as the decoder would have it.
final class HandlerMaker {
    private final StepMaker[] steps;
    private Strategy strategy = Strategy.RECOVERY;
    private int maxAttempts = 2;
    private boolean failWorkflow = true;
    private Duration timeout;
    private boolean commitRequired;
    private boolean fatal;
    private List<String> captures = List.of();

    private HandlerMaker(StepMaker... steps) {
        this.steps = steps;
    }

    static HandlerMaker handler(StepMaker... steps) {
        return new HandlerMaker(steps);
    }

    HandlerMaker strategy(Strategy value) {
        strategy = value;
        return this;
    }

    HandlerMaker attempts(int executions) {
        maxAttempts = executions;
        return this;
    }

    HandlerMaker tolerating() {
        failWorkflow = false;
        return this;
    }

    HandlerMaker timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    HandlerMaker commitRequired() {
        commitRequired = true;
        return this;
    }

    HandlerMaker fatal() {
        fatal = true;
        return this;
    }

    HandlerMaker captures(String... names) {
        captures = List.of(names);
        return this;
    }

    FailureReaction at(String path) {
        return new FailureReaction.Handle(
                StepMaker.list(path, steps),
                strategy,
                maxAttempts,
                failWorkflow,
                timeout,
                commitRequired,
                fatal,
                captures);
    }
}
