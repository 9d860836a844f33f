package dev.prodigy.cli.runs;

import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a run ended last.
///
/// @param status of spec 00
/// @param at when
public record LastEnd(String status, Instant at) {
    private static final String COMPLETED = "workflow_completed";
    private static final Map<String, String> STATUSES = Map.of(
            "workflow_failed", "failed",
            "workflow_stopped", "stopped",
            "workflow_timed_out", "timed_out",
            "workflow_cancelled", "cancelled",
            "workflow_interrupted", "interrupted");

    /// @return the end, or null when the run has none since it was started or resumed
    public static @Nullable LastEnd of(RunArgument runs, RunRef run) {
        LastEnd end = null;
        try (var reader = JournalReader.open(runs.home().events(run.repo(), run.run()))) {
            while (reader.next()) {
                var line = reader.line();
                var type = line.eventType();
                if (end != null && isEnd(type)) {
                    continue; // nothing was done between them that could end
                }
                if (isCompletion(type)) {
                    var status = line.text("status");
                    end = new LastEnd(status == null ? "completed" : status, line.timestamp());
                } else if (STATUSES.containsKey(type)) {
                    end = new LastEnd(STATUSES.getOrDefault(type, ""), line.timestamp());
                } else if (type.equals("workflow_resumed")) {
                    end = null;
                }
            }
        }
        return end;
    }

    /// @return whether an event of this type ends a run
    public static boolean isEnd(String eventType) {
        return isCompletion(eventType) || STATUSES.containsKey(eventType);
    }

    /// @return whether an event of this type tells that a run came to its end
    public static boolean isCompletion(String eventType) {
        return eventType.equals(COMPLETED);
    }

    /// @return whether another process works on the run now
    public static boolean isHeld(RunArgument runs, RunRef run) {
        return OwnerLock.holder(runs.home().runLock(run.repo(), run.run())).isPresent();
    }
}
