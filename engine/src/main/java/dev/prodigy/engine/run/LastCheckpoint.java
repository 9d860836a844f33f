package dev.prodigy.engine.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The checkpoint that was saved last.
///
/// @param version how many were saved with it; 0 where none was yet
/// @param seq of its event
/// @param at when it was saved; null where none was yet
/// @param items that had an outcome then
public record LastCheckpoint(
        long version, long seq, @Nullable Instant at, long items) {
    static final LastCheckpoint NONE = new LastCheckpoint(0, 0, null, 0);
}
