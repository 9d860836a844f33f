package dev.prodigy.runtime.process;

import java.time.Duration;

/// That an execution is to be ended, and why. The first order counts.
record StopOrder(Cause cause, Duration grace) {}
