package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.StepOptions;
import java.time.Duration;

/// How long a step may take (spec 01 §3, 02 §10).
final class LimitKeys {
    private static final Shape<Duration> SECONDS = Given.orNothing(Durations.SECONDS);
    private static final Shape<Duration> DURATION = Given.orNothing(Durations.POSITIVE);
    private static final Shape<Duration> MILLISECONDS = Given.orNothing(Durations.POSITIVE_MS);
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", SECONDS, "Limit of each execution: a duration or whole seconds.")
            .or("timeout_ms", MILLISECONDS);
    private static final Key<Duration> IDLE_TIMEOUT = Key.of(
                    "idle_timeout", DURATION, "Limit of the time without output.")
            .or("idle_timeout_ms", MILLISECONDS);
    private static final Key<Duration> TOTAL_TIMEOUT = Key.of(
                    "total_timeout", DURATION, "Limit of all executions, waits and handlers together.")
            .or("total_timeout_ms", MILLISECONDS);

    static final KeySet KEYS = KeySet.of(TIMEOUT, IDLE_TIMEOUT, TOTAL_TIMEOUT);

    private LimitKeys() {}

    static StepOptions.Limits read(Entries entries) {
        return new StepOptions.Limits(entries.get(TIMEOUT), entries.get(IDLE_TIMEOUT), entries.get(TOTAL_TIMEOUT));
    }

    /// Refuses a limit of the time without output on a step that prints nothing itself: it would never hold.
    static void refuseIdle(StepKind kind, Entries entries) {
        var instead = switch (kind) {
            case StepKind.Shell _, StepKind.Agent _ -> null;
            case StepKind.Foreach _ -> "put it on the steps in \"do\"";
            case StepKind.Inline _ -> "put it on the steps of the template";
            case StepKind.SubWorkflow _ -> "put it on the steps of that workflow, or limit the whole with \"timeout\"";
            case StepKind.WriteFile _, StepKind.Validate _, StepKind.Removed _ -> "leave it out";
        };
        if (instead != null && entries.has(IDLE_TIMEOUT)) {
            var message = "\"idle_timeout\" watches what a program prints, and a " + kind.keyword()
                    + " step prints nothing itself; " + instead;
            entries.at(IDLE_TIMEOUT).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(IDLE_TIMEOUT), message);
        }
    }
}
