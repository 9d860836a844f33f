package dev.prodigy.engine.classify;

import java.time.Instant;
import java.time.ZoneId;

/// When and where a text was printed, which its relative and local times refer to.
///
/// @param zone of clock times that name none: the machine's
public record PrintedAt(Instant now, ZoneId zone) {}
