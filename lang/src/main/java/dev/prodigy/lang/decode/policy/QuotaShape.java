package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.model.policy.QuotaBlock;
import dev.prodigy.model.policy.QuotaPolicy;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;

/// `quota: {on_limit, max_wait, probe_interval}` (spec 02 §8.2).
final class QuotaShape {
    private static final Words<QuotaPolicy.OnLimit> ON_LIMIT_WORDS = Words.of("on_limit", QuotaPolicy.OnLimit.class);
    private static final Key<QuotaPolicy.OnLimit> ON_LIMIT = Key.of(
                    "on_limit", ON_LIMIT_WORDS, "What a usage-limit notice leads to.")
            .byDefault("wait");
    private static final Key<Duration> MAX_WAIT = Key.of(
                    "max_wait", Durations.POSITIVE, "Longest wait for a reset; beyond it the run stops.")
            .or("max_wait_ms", Durations.POSITIVE_MS)
            .byDefault("6h");
    private static final Key<Duration> PROBE_INTERVAL = Key.of(
                    "probe_interval", Durations.POSITIVE, "First wait between probes when no reset time is known.")
            .or("probe_interval_ms", Durations.POSITIVE_MS)
            .byDefault("1m");

    static final Keyed<QuotaBlock> QUOTA = Keyed.of(
            "a quota block",
            Unknown.ERROR,
            KeySet.of(ON_LIMIT, MAX_WAIT, PROBE_INTERVAL),
            entries -> new QuotaBlock(entries.get(ON_LIMIT), entries.get(MAX_WAIT), entries.get(PROBE_INTERVAL)));

    private QuotaShape() {}

    /// @return the block that means a policy, with every field written
    static Value.Fields written(QuotaPolicy policy) {
        return new FieldsWriter()
                .put(ON_LIMIT.name(), ON_LIMIT_WORDS.written(policy.onLimit()))
                .put(MAX_WAIT.name(), Durations.format(policy.maxWait()))
                .put(PROBE_INTERVAL.name(), Durations.format(policy.probeInterval()))
                .done();
    }
}
