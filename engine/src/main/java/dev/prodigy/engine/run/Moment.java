package dev.prodigy.engine.run;

import java.time.Duration;
import java.time.Instant;

/// The two clocks of a decision.
///
/// @param now wall clock; due times are told in it
/// @param elapsed the run clock: time with a process at work; limits are measured on it
public record Moment(Instant now, Duration elapsed) {}
