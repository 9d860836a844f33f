package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.Disk;
import java.time.InstantSource;
import java.util.Set;

/// How a journal is written.
///
/// @param disk where
/// @param clock names new files and dates `journal_recovered`
/// @param durability `durability`: what an event has survived when it is acknowledged
/// @param rotateSize `storage.rotate_size` in bytes: a file this long is followed by a new one
/// @param toSegments names of fields of which only small values stay in their lines: item results, which
///     are read back one by one, while every resume reads all lines
/// @param pause how to wait before a failed write is continued
public record JournalSettings(
        Disk disk,
        InstantSource clock,
        Durability durability,
        long rotateSize,
        Set<String> toSegments,
        WritePause pause) {
    private static final long ROTATE_SIZE = 64 << 20;

    /// Copies the names.
    public JournalSettings {
        toSegments = Set.copyOf(toSegments);
    }

    /// @return the defaults of spec 05 §4, item results in segments
    public static JournalSettings defaults(Disk disk, InstantSource clock) {
        return new JournalSettings(
                disk, clock, Durability.STRICT, ROTATE_SIZE, Set.of("result"), WritePause.ofThread());
    }
}
