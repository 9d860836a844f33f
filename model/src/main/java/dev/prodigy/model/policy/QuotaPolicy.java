package dev.prodigy.model.policy;

import java.time.Duration;

/// What a run does when an agent reports that its usage limit is reached (spec 02 §8.2).
///
/// @param maxWait longest wait for a reset, in one pause or in total
/// @param probeInterval first wait between probes when no reset time is known
public record QuotaPolicy(OnLimit onLimit, Duration maxWait, Duration probeInterval) {
    /// The policy where nothing is written.
    public static final QuotaPolicy DEFAULT = new QuotaPolicy(OnLimit.WAIT, Duration.ofHours(6), Duration.ofMinutes(1));

    /// What the first notice leads to.
    public enum OnLimit {
        /// The whole run pauses until the reset.
        WAIT,
        /// An ordinary failure with code `USAGE_LIMIT`.
        FAIL,
        /// The run stops.
        STOP
    }
}
