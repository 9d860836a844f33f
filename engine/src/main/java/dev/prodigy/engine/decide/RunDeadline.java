package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The run's own deadline: so long after each start or resume, on the run clock; a person may change it
/// (spec 05 §2.1, §2.2, §2.7).
final class RunDeadline {
    private final @Nullable Duration usual;

    /// @param usual the plan's, or null
    RunDeadline(@Nullable Duration usual) {
        this.usual = usual;
    }

    /// @return when to be told of the deadline of a run that begins now, or null where there is none
    @Nullable
    Effect at(RunState state, Value.Fields overrides, Moment moment) {
        var given = RunSetting.among(overrides).get(RunSetting.TIMEOUT_MS);
        var limit = given == null ? limit(state) : millis(given);
        return limit == null ? null : new Effect.DeadlineAt(moment.elapsed().plus(limit));
    }

    /// @return when to be told of a deadline that a person has set
    Effect after(Duration takenUp, Value timeoutMs) {
        return new Effect.DeadlineAt(takenUp.plus(millis(timeoutMs)));
    }

    /// @return the end that the deadline puts to the run, or null while it has not passed
    @Nullable
    Ending passed(RunState state, Moment moment) {
        var limit = limit(state);
        return limit == null || moment.elapsed().compareTo(state.takenUp().plus(limit)) < 0
                ? null
                : new Ending.TimedOut(limit.toMillis());
    }

    /// @return when it passes if time goes on as it does, or null for never
    @Nullable
    Instant due(RunState state, Moment moment) {
        var limit = limit(state);
        return limit == null
                ? null
                : moment.now().plus(state.takenUp().plus(limit).minus(moment.elapsed()));
    }

    private @Nullable Duration limit(RunState state) {
        var set = state.settings().get(RunSetting.TIMEOUT_MS.key());
        return set == null ? usual : millis(set);
    }

    private static Duration millis(Value value) {
        return value instanceof Value.Num(var number) ? Duration.ofMillis(number.longValue()) : Duration.ZERO;
    }
}
