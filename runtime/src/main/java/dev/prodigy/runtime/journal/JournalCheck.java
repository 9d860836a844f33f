package dev.prodigy.runtime.journal;

import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a run's truth is worth: every line, every value in a segment, every item and the workflow's
/// record, read once (spec 05 §2.11, `fsck`).
///
/// @param files journal files
/// @param records valid events before the first damage
/// @param lastSeq of the last of them
/// @param ending how the journal ends
/// @param hasBeginning whether the first event is that of a run's start: without it nobody can say what the run is
/// @param damage every wrong place, in order; a torn tail is none
public record JournalCheck(
        int files, long records, long lastSeq, JournalEnd ending, boolean hasBeginning, List<Damage> damage) {
    /// Of a run without a folder.
    public static final JournalCheck NOTHING = new JournalCheck(0, 0, 0, new JournalEnd.Complete(), false, List.of());

    private static final int MOST_DAMAGES = 1000;

    public JournalCheck {
        damage = List.copyOf(damage);
    }

    /// @param folder the run's folder
    /// @throws StorageFailure when a file cannot be read
    public static JournalCheck of(Path folder) {
        var damage = new ArrayList<Damage>();
        long records = 0;
        boolean hasBeginning = false;
        try (var reader = JournalReader.open(folder);
                var segments = new SegmentReader(folder)) {
            while (reader.next()) {
                records++;
                if (records == 1) {
                    hasBeginning = checkBeginning(reader.line(), damage);
                }
                checkSegments(reader.line(), folder, segments, damage);
            }
            switch (reader.ending()) {
                case JournalEnd.Complete _, JournalEnd.TornTail _ -> {}
                case JournalEnd.Damaged _ ->
                    JournalSalvage.cutOff(folder)
                            .ifPresentOrElse(damage::add, () -> JournalScan.scan(folder, _ -> {}, damage::add));
                case JournalEnd.Newer newer ->
                    damage.add(
                            new Damage(newer.file(), newer.line(), newer.offset(), Damage.Kind.SYNTAX, newer.origin()));
            }
            // what nothing was recorded of may have been cut off before the workflow was kept, too
            if (records > 0 || reader.ending() instanceof JournalEnd.Damaged) {
                checkRecord(folder, damage);
            }
            int files = JournalFile.list(folder).size();
            return new JournalCheck(
                    files,
                    records,
                    reader.lastSeq(),
                    reader.ending(),
                    hasBeginning,
                    damage.subList(0, Math.min(MOST_DAMAGES, damage.size())));
        }
    }

    /// @return the same, of a journal that is damaged as something beside it tells
    public JournalCheck with(Damage known) {
        var all = new ArrayList<>(damage);
        all.add(known);
        return new JournalCheck(files, records, lastSeq, new JournalEnd.Damaged(known), hasBeginning, all);
    }

    /// @return `ok`, `torn_tail` or `damaged`
    public String status() {
        if (!damage.isEmpty()) {
            return "damaged";
        }
        return switch (ending) {
            case JournalEnd.Complete _ -> "ok";
            case JournalEnd.TornTail _ -> "torn_tail";
            case JournalEnd.Damaged _, JournalEnd.Newer _ -> "damaged";
        };
    }

    private static boolean checkBeginning(Line line, List<Damage> damage) {
        if (line.eventType().equals("workflow_started")) {
            return true;
        }
        var detail = line.eventType() + " where workflow_started belongs";
        damage.add(new Damage(line.file(), line.lineNumber(), line.offset(), Damage.Kind.SEQUENCE, detail));
        return false;
    }

    private static void checkSegments(Line line, Path folder, SegmentReader segments, List<Damage> damage) {
        try {
            if (line.eventType().equals("work_items_loaded")
                    && EventTypes.read(
                                    line.eventType(),
                                    segments.resolve(line.entry().fields()))
                            instanceof ItemEvent.Loaded loaded) {
                checkItems(folder, loaded);
            } else if (line.mentionsSegment()) {
                segments.resolve(line.entry().fields());
            }
        } catch (JournalDamaged e) {
            damage.add(e.damage());
        }
    }

    private static void checkItems(Path folder, ItemEvent.Loaded loaded) {
        try (var items = new ItemSegments(folder, loaded.segments(), loaded.total())) {
            for (long item = 0; item < loaded.total(); item++) {
                items.read(item);
            }
        }
    }

    private static void checkRecord(Path folder, List<Damage> damage) {
        try {
            WorkflowRecord.read(folder);
        } catch (JournalDamaged e) {
            damage.add(e.damage());
        }
    }
}
