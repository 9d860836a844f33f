package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.JournalReader;
import dev.prodigy.runtime.journal.JournalSize;
import dev.prodigy.runtime.journal.JournalTail;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.view.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run as commands show it.
///
/// @param record what is said of it as a whole
/// @param failure what is wrong with its journal, or null
public record ListedRun(RunRecord record, @Nullable CommandFailure failure) {
    /// Journals up to this length are read whole for a list, and so are segments.
    private static final long SHORT = 1 << 18;

    /// Looks for damage as far as a list can: into a long journal only where the record of a run that is not being
    /// written ends before it does, of long segments only whether those of the items are there. `fsck` reads
    /// everything.
    public static ListedRun of(Home home, RunRef run, RunRecord record) {
        var folder = home.events(run.repo(), run.run());
        var lost = record.isLive() ? Optional.<Damage>empty() : LostJournal.of(home, run);
        if (lost.isPresent()) {
            return new ListedRun(record, JournalEnding.lost(lost.get()));
        }
        if (Files.notExists(folder)) {
            return new ListedRun(record, null);
        }
        var found = JournalTail.notAFile(folder);
        if (found.isPresent()) {
            return new ListedRun(record, JournalEnding.failure(found.get()));
        }
        try {
            ItemStore.checkFiles(folder);
            boolean isToldToItsEnd = record.isLive() || isToldToItsEnd(record, folder);
            boolean isRead = JournalSize.of(folder) <= SHORT || !isToldToItsEnd;
            return new ListedRun(record, isRead ? ofWhole(folder) : null);
        } catch (JournalDamaged e) {
            return new ListedRun(record, JournalEnding.failure(e));
        }
    }

    private static @Nullable CommandFailure ofWhole(Path folder) {
        boolean isShort = JournalSize.ofSegments(folder) <= SHORT;
        try (var reader = isShort ? JournalReader.openWhole(folder) : JournalReader.open(folder)) {
            boolean hasMore = true;
            while (hasMore) {
                hasMore = reader.next();
            }
            if (isShort) {
                return JournalEnding.failure(reader.ending(), folder);
            }
            var failure = JournalEnding.failure(reader.ending());
            if (failure == null) {
                WorkflowRecord.read(folder);
            }
            return failure;
        }
    }

    private static boolean isToldToItsEnd(RunRecord record, Path folder) {
        return record.course().lastSeq() == JournalTail.lastSeq(folder);
    }

    /// @return whether `resume` would go on with it; it refuses what is damaged (spec 05 §5.4)
    boolean isResumable() {
        return failure == null && record.isResumable();
    }

    /// @return the object of spec 05 §2.6
    Value.Fields toFields() {
        return failure == null
                ? EarlyEnd.shown(record)
                : new FieldsWriter()
                        .putAll(record.toFields())
                        .put("resumable", false)
                        .done();
    }
}
