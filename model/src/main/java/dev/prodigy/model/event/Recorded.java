package dev.prodigy.model.event;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event as it stands in the journal.
///
/// @param seq its place in the run, from 1 without gap; alone it gives the order
/// @param elapsed the run clock: time with a process at work
/// @param cause `seq` of the event that led to this one, or null
public record Recorded(
        long seq,
        Instant timestamp,
        Duration elapsed,
        String runId,
        @Nullable Long cause,
        Context context,
        Event event) {}
