package dev.prodigy.engine.decide;

import dev.prodigy.engine.quota.LimitNotice;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stopping;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.RunEvent.PolicyStopped;
import dev.prodigy.model.policy.QuotaPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a run does when its agents meet their usage limit (spec 02 §8.2).
final class AgentQuota {
    /// What a held item waits for.
    static final String REASON = "quota";

    private final QuotaPolicy policy;

    AgentQuota(QuotaPolicy policy) {
        this.policy = policy;
    }

    /// @return whether the error is the run's matter, and not the step's
    boolean isConcerned(ErrorRecord error) {
        return isSpent(error)
                || (error.code().equals(KnownCode.USAGE_LIMIT.name()) && policy.onLimit() != QuotaPolicy.OnLimit.FAIL);
    }

    private static boolean isSpent(ErrorRecord error) {
        return error.code().equals(KnownCode.SPEND_LIMIT.name());
    }

    /// @return what the journal is told when an agent met the limit: a pause, a stop, or nothing new
    List<Event> met(RunState state, ErrorRecord error, boolean ofProbe, Moment moment) {
        if (isSpent(error)) {
            return List.of(PolicyStop.byQuota(state, KnownCode.SPEND_LIMIT, null, null, error));
        }
        if (policy.onLimit() == QuotaPolicy.OnLimit.STOP) {
            return List.of(PolicyStop.byQuota(state, KnownCode.USAGE_LIMIT, null, null, error));
        }
        var notice = new LimitNotice(error.evidence().resetsAt(), ofProbe);
        return switch (notice.against(policy, state.quota(), moment.now(), moment.elapsed())) {
            case LimitNotice.Consequence.Pause(var event) -> List.of(event);
            case LimitNotice.Consequence.Nothing _ -> List.of();
            case LimitNotice.Consequence.TooLong(var total) -> List.of(tooLong(state, total, error));
        };
    }

    /// @return the stop of a run that has waited as long as it may, while somebody still waits; else null
    @Nullable
    PolicyStopped waitedTooLong(RunState state, Moment moment) {
        if (state.quota() instanceof Quota.Paused paused && !paused.isDue(moment.now()) && !Stopping.of(state)) {
            var waited = moment.elapsed().minus(paused.since());
            return waited.compareTo(policy.maxWait()) >= 0 ? tooLong(state, waited, null) : null;
        }
        return null;
    }

    private PolicyStopped tooLong(RunState state, Duration wait, @Nullable ErrorRecord error) {
        return PolicyStop.byQuota(state, KnownCode.QUOTA_WAIT_EXCEEDED, policy.maxWait(), wait, error);
    }

    /// @return when those who wait are to be looked at again
    Stream<Instant> dues(Quota quota, Moment moment) {
        return quota instanceof Quota.Paused paused
                ? Stream.of(
                        paused.until(),
                        moment.now().plus(paused.since().plus(policy.maxWait()).minus(moment.elapsed())))
                : Stream.empty();
    }
}
