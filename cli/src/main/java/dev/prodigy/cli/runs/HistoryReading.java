package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.progress.Tally;
import dev.prodigy.engine.run.NotUnderstood;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.runtime.event.EventCodec;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.SegmentReader;
import dev.prodigy.runtime.run.replay.UnknownEventType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A run's journal read to one of its events, for commands that tell of the run as a whole.
///
/// @param tally of a run that is under way
/// @param failure what is wrong with the journal, or null; what is valid before it was read
/// @param unknown the first event that this version does not understand, or null; what was made of the others was read
public record HistoryReading(
        RunHistory history,
        Tally tally,
        @Nullable CommandFailure failure,
        @Nullable NotUnderstood unknown) {

    /// Most of a large journal tells that items began and ended, which says nothing of the rest of the run.
    private static final Set<String> OF_ITEMS = Set.of("agent_started", "agent_completed");

    /// @param lastSeq of the last event that is told of: a live run writes on while its journal is read
    /// @param isLive whether a process works on the run; else there is no tally
    /// @throws dev.prodigy.runtime.home.StorageFailure when the journal cannot be read
    public static HistoryReading of(RunArgument runs, RunRef run, long lastSeq, boolean isLive) {
        var history = new RunHistory();
        var tally = new Tally();
        var folder = runs.home().events(run.repo(), run.run());
        CommandFailure damaged = null;
        NotUnderstood unknown = null;
        try (var reader = JournalReader.openWhole(folder);
                var segments = new SegmentReader(folder)) {
            while (reader.next()) {
                boolean isTold = isLive || !OF_ITEMS.contains(reader.line().eventType());
                if (isTold && reader.line().seq() <= lastSeq) {
                    try {
                        var recorded = EventCodec.decode(reader.line().entry(), segments);
                        history.take(recorded);
                        tally.take(recorded);
                        unknown = unknown == null ? unknown(recorded) : unknown;
                    } catch (JournalDamaged e) {
                        damaged = damaged == null ? JournalEnding.failure(e) : damaged;
                    }
                }
            }
            var failure = JournalEnding.failure(reader.ending(), folder);
            return new HistoryReading(history, tally, failure == null ? damaged : failure, unknown);
        }
    }

    private static @Nullable NotUnderstood unknown(Recorded recorded) {
        return recorded.event() instanceof UnknownEvent event && !event.isOptional()
                ? new NotUnderstood(event.type(), recorded.seq())
                : null;
    }

    /// Says what is wrong with the journal, behind the result.
    ///
    /// @return the exit code
    public int conclude(Invocation call) {
        if (unknown != null) {
            call.note(UnknownEventType.describe(unknown) + " What it means for the run is not shown.");
        }
        if (failure == null) {
            return ExitCode.OK;
        }
        JournalEnding.tell(call, failure);
        return failure.exitCode();
    }
}
