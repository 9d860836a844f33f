package dev.prodigy.model.policy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The value of `backoff` as written, in whichever spelling (spec 02 §3.3). Null: not written.
///
/// @param initial `initial`, `initial_delay` or, of fixed, `delay`
/// @param increment of linear
/// @param base `base` or `multiplier` of exponential, at least 1
/// @param delays of custom; an empty list is a value
public record BackoffBlock(
        Strategy strategy,
        @Nullable Duration initial,
        @Nullable Duration increment,
        @Nullable Double base,
        @Nullable List<Duration> delays) {

    /// The names of the strategies.
    public enum Strategy {
        NONE,
        FIXED,
        LINEAR,
        EXPONENTIAL,
        FIBONACCI,
        CUSTOM;

        private final String word = name().toLowerCase(Locale.ROOT);

        /// @return the strategy as it is written in workflows
        public String word() {
            return word;
        }
    }

    public BackoffBlock {
        delays = delays == null ? null : List.copyOf(delays);
    }

    /// @return the strategy by its bare name
    public static BackoffBlock of(Strategy strategy) {
        return new BackoffBlock(strategy, null, null, null, null);
    }

    /// @return the same, its first wait to be told by `initial_delay`
    BackoffBlock withoutInitial() {
        return new BackoffBlock(strategy, null, increment, base, delays);
    }

    /// @return every duration written here
    Stream<Duration> durations() {
        var list = delays == null ? Stream.<Duration>empty() : delays.stream();
        return Stream.concat(Stream.of(initial, increment).filter(Objects::nonNull), list);
    }
}
