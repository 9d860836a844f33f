package dev.prodigy.cli.checkpoint;

import dev.prodigy.cli.runs.RunEnd;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A checkpoint that the journal tells of. The one that was saved for an end of the run is followed by that, and stands
/// for it too, as the file does (spec 05 §5.5).
///
/// @param phase the run was in, `done` when it had completed; null before the first
/// @param seq of the event that tells of it
/// @param until the last event that it stands for
record SavedCheckpoint(
        long version, Instant at, @Nullable String phase, long processed, long total, long seq, long until) {

    /// @param reader is read to its end
    /// @return all of them, oldest first
    static List<SavedCheckpoint> all(JournalReader reader) {
        var saved = new ArrayList<SavedCheckpoint>();
        String phase = null;
        while (reader.next()) {
            var line = reader.line();
            phase = phase(line, phase);
            if (line.eventType().equals("checkpoint_saved")) {
                saved.add(of(line, phase));
            } else if (!saved.isEmpty() && RunEnd.isEnd(line.eventType())) {
                saved.add(saved.removeLast().before(line));
            }
        }
        return saved;
    }

    private static SavedCheckpoint of(Line line, @Nullable String phase) {
        return new SavedCheckpoint(
                line.number("version", 0),
                line.timestamp(),
                phase,
                line.number("items_processed", 0),
                line.number("items_total", 0),
                line.seq(),
                line.seq());
    }

    /// What no checkpoint was saved for, as when the disk is full, is in none.
    private SavedCheckpoint before(Line end) {
        if (end.seq() != seq + 1) {
            return this;
        }
        var last = RunEnd.isCompletion(end.eventType()) ? "done" : phase;
        return new SavedCheckpoint(version, at, last, processed, total, seq, end.seq());
    }

    private static @Nullable String phase(Line line, @Nullable String before) {
        return switch (line.eventType()) {
            case "phase_started", "phase_completed", "phase_failed" -> line.text("phase");
            case "pass_started" -> "commands";
            default -> before;
        };
    }
}
