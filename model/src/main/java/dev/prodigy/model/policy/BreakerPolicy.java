package dev.prodigy.model.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// When a circuit breaker opens, how it probes and what it does to requests (spec 02 §7).
///
/// @param failureThreshold consecutive counting failures that open it, at least 1
/// @param successThreshold successes in half-open that close it, at least 1
/// @param timeout time open
/// @param halfOpenRequests probes in flight at once while half-open, at least 1
/// @param tripsOn failures that count; null: all but `definition`, `cancelled`, `circuit_open` and `quota`
/// @param key breakers with one key are one; null: the step's path, the action's name
public record BreakerPolicy(
        int failureThreshold,
        int successThreshold,
        Duration timeout,
        int halfOpenRequests,
        OnOpen onOpen,
        @Nullable Matchers tripsOn,
        @Nullable String key) {}
