package dev.prodigy.bench.contention;

import java.time.Duration;
import java.util.List;

/// What a show came to.
///
/// @param actions how many were tried
/// @param failures those that broke a promise, one line each
/// @param strangers what happened to those that are no part of the promise
/// @param longest the longest round
record ShowOutcome(String name, int actions, List<String> failures, String strangers, Duration longest) {
    ShowOutcome {
        failures = List.copyOf(failures);
    }
}
