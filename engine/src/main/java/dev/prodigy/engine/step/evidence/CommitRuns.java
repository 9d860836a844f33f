package dev.prodigy.engine.step.evidence;

import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs git and the user's hooks for the commits of one execution. They are part of it, so that all its limits hold:
/// of the attempt what the step itself has left (spec 02 §10, 03 §9).
final class CommitRuns implements Tree.Runner {
    private static final String NOT_LOGGED = "";

    private final Step step;
    private final Frame frame;
    private final CallLimits limits;
    private final Duration begun;
    private @Nullable ErrorRecord timeout;

    /// @param begun when the execution began, on the clock of limits
    CommitRuns(Step step, Frame frame, Duration begun) throws Refused, Cut {
        this.step = step;
        this.frame = frame;
        this.limits = CallLimits.of(step, frame);
        this.begun = begun;
    }

    /// @return the error of the limit that passed while one ran, or null
    @Nullable
    ErrorRecord timeout() {
        return timeout;
    }

    @Override
    public Ran run(Call.Program.Direct program, String directory, Map<String, String> environment) throws Cut {
        var left = limits.since(begun, frame);
        var ran = frame.world().run(new Call(program, directory, environment, left, NOT_LOGGED, frame.of(step), false));
        if (!ran.leaked().isEmpty()) {
            frame.world().record(frame.of(step), new StepEvent.ProcessLeaked(ran.leaked()));
        }
        if (ran.end() instanceof Ran.End.TimedOut(var scope, var limit)) {
            var whole = scope == Ran.Scope.ATTEMPT && limits.attempt() != null ? limits.attempt() : limit;
            timeout = Failures.ofTimeout(new Ran.End.TimedOut(scope, whole), ran, frame)
                    .with("command", Value.of("git commit"));
        }
        return ran;
    }
}
