package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.world.Call;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The limits of each execution of a step (spec 02 §10).
///
/// @param attempt null = none; `idle` likewise
public record CallLimits(
        @Nullable Duration attempt, @Nullable Duration idle) {
    /// Nothing but the limits around the execution.
    public static final CallLimits NONE = new CallLimits(null, null);

    /// @return the step's own limits of one execution
    public static CallLimits of(Step step, Frame frame) {
        var limits = step.options().limits();
        return new CallLimits(limits.attempt() == null ? ofAgent(step, frame) : limits.attempt(), limits.idle());
    }

    /// @return what the agent of an agent step says where the step says nothing
    private static @Nullable Duration ofAgent(Step step, Frame frame) {
        var agent = step.kind() instanceof StepKind.Agent kind
                ? frame.settings().agents().get(kind.agent())
                : null;
        return agent == null ? null : agent.timeout();
    }

    /// @return the limits of an execution that begins now
    public Call.Limits now(Frame frame) {
        return new Call.Limits(
                attempt, idle, frame.deadline().left(frame.world().worked()));
    }

    /// @param used what an earlier process used of the execution
    /// @return the limits of an execution that goes on now
    public Call.Limits now(Frame frame, Duration used) {
        return since(frame.world().worked().minus(used), frame);
    }

    /// @param begun when the execution began, on the clock of limits
    /// @return what is left of the limits of an execution, for another program of it that begins now
    public Call.Limits since(Duration begun, Frame frame) {
        var now = now(frame);
        if (attempt == null) {
            return now;
        }
        var left = attempt.minus(frame.world().worked().minus(begun));
        return new Call.Limits(left.isNegative() ? Duration.ZERO : left, now.idle(), now.deadline());
    }
}
