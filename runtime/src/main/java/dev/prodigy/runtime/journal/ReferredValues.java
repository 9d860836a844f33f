package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Looks whether the values that a journal's events refer to lie in their segments as they were written (spec 05
/// §5.4). Each is read once, in the order of the events, and none is kept.
public final class ReferredValues implements AutoCloseable {
    private final SegmentReader segments;
    private @Nullable JournalDamaged first;

    ReferredValues(Path folder) {
        this.segments = new SegmentReader(folder);
    }

    /// Reads a run's journal to its last valid event, for the values of these only.
    ///
    /// @param folder the run's folder
    /// @throws JournalDamaged when a segment does not hold what the journal says
    /// @throws StorageFailure when a file cannot be read
    public static void check(Path folder) {
        try (var reader = JournalReader.openWhole(folder)) {
            while (reader.next()) {}
            reader.requireValues();
        }
    }

    /// Looks at the values of the next event; behind the first that is damaged at none.
    void take(Line line) {
        if (first != null || !line.mentionsSegment()) {
            return;
        }
        try {
            for (var value : line.entry().fields().members().values()) {
                SegmentRef.of(value).ifPresent(segments::check);
            }
        } catch (JournalDamaged e) {
            first = e;
        }
    }

    /// @throws JournalDamaged when a value was damaged
    void require() {
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void close() {
        segments.close();
    }
}
