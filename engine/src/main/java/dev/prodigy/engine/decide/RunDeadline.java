package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Ending;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.Plan;
import dev.prodigy.engine.run.RunSetting;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The run's own deadline: so long after each start or resume, on the run clock; a person may change it
/// (spec 05 §2.1, §2.2, §2.7).
public final class RunDeadline {
    private final Plan.Limits limits;

    /// @param limits the plan's
    public RunDeadline(Plan.Limits limits) {
        this.limits = limits;
    }

    /// @param overrides what the options of the command say with which it begins
    /// @return when to be told of the deadline of a run that begins now, or null where there is none
    @Nullable
    Effect at(RunState state, Value.Fields overrides, Moment moment) {
        var given = RunSetting.among(overrides).get(RunSetting.TIMEOUT_MS);
        var limit = limit(given == null ? state.settings().kept(RunSetting.TIMEOUT_MS) : given);
        return limit == null ? null : new Effect.DeadlineAt(moment.elapsed().plus(limit));
    }

    /// @return when to be told of a deadline that a person has set
    Effect after(RunState state, Moment moment, Value timeoutMs) {
        return new Effect.DeadlineAt(from(state, moment).plus(millis(timeoutMs)));
    }

    /// @return when to be told of the run's own deadline if no pause comes between, or null where there is none
    @Nullable
    Effect again(RunState state, Moment moment) {
        var limit = limit(state);
        return limit == null ? null : new Effect.DeadlineAt(from(state, moment).plus(limit));
    }

    /// Time for which a person paused the run is not charged to it.
    private static Duration from(RunState state, Moment moment) {
        return state.takenUp().plus(state.pause().lasted(moment.elapsed()));
    }

    /// @return the end that the deadline puts to the run, or null while it has not passed
    @Nullable
    Ending passed(RunState state, Moment moment) {
        var limit = limit(state);
        return limit == null || moment.elapsed().compareTo(from(state, moment).plus(limit)) < 0
                ? null
                : new Ending.TimedOut(limit.toMillis());
    }

    /// @return when the nearer of the run's own deadline and its caller's passes if time goes on as it does,
    ///     or null for never
    @Nullable
    Instant due(RunState state, Moment moment) {
        var left = left(state, moment);
        return left == null ? null : moment.now().plus(left);
    }

    /// @return what is left until then, negative when it has passed; null for no limit
    private @Nullable Duration left(RunState state, Moment moment) {
        return nearest(ofCall(state, moment), ofRuns(state, moment));
    }

    /// @return what is left to the step that called the run, whose clock stands still while steps wait for
    ///     admission; null for no limit
    public @Nullable Duration ofCall(RunState state, Moment moment) {
        var limit = limits.call();
        return limit == null
                ? null
                : state.takenUp()
                        .plus(limit)
                        .plus(state.underway().requests().stood())
                        .minus(moment.elapsed());
    }

    /// @return what holds now for the runs that this one's steps call
    public CallersWord word(RunState state, Moment moment) {
        boolean draining = state.underway().draining() || Stopping.ofLists(state);
        return new CallersWord(state.pause().isOn(), draining, ofRuns(state, moment));
    }

    /// @return what is left until the nearer of the run's own deadline and those of the runs it was called from passes
    private @Nullable Duration ofRuns(RunState state, Moment moment) {
        var limit = limit(state);
        var own = limit == null ? null : from(state, moment).plus(limit).minus(moment.elapsed());
        return nearest(own, callers(state, moment));
    }

    private @Nullable Duration callers(RunState state, Moment moment) {
        var heard = state.underway().heard();
        var word = heard == null ? limits.caller() : heard.word();
        var since = heard == null ? state.takenUp() : heard.at();
        var left = word.left();
        return left == null || word.paused() ? left : since.plus(left).minus(moment.elapsed());
    }

    private static @Nullable Duration nearest(@Nullable Duration one, @Nullable Duration other) {
        return one == null || (other != null && other.compareTo(one) < 0) ? other : one;
    }

    private @Nullable Duration limit(RunState state) {
        return limit(state.settings().all().get(RunSetting.TIMEOUT_MS.key()));
    }

    private @Nullable Duration limit(@Nullable Value set) {
        return set == null ? limits.own() : millis(set);
    }

    private static Duration millis(Value value) {
        return value instanceof Value.Num(var number) ? Duration.ofMillis(number.longValue()) : Duration.ZERO;
    }
}
