package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.step.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The limits of each execution of a step (spec 02 §10).
///
/// @param attempt null = none; `idle` likewise
record CallLimits(@Nullable Duration attempt, @Nullable Duration idle) {
    /// Nothing but the limits around the execution.
    static final CallLimits NONE = new CallLimits(null, null);

    static CallLimits of(Step step, Frame frame) throws Refused, Cut {
        var limits = step.options().limits();
        var texts = Texts.of(frame);
        return new CallLimits(texts.duration(limits.attempt()), texts.duration(limits.idle()));
    }

    /// @return the limits of an execution that begins now
    Call.Limits now(Frame frame) {
        return new Call.Limits(
                attempt, idle, frame.deadline().left(frame.world().worked()));
    }

    /// @return these limits, with a default where the step has none
    CallLimits orAttempt(@Nullable Duration fallback) {
        return attempt == null ? new CallLimits(fallback, idle) : this;
    }
}
