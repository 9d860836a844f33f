package dev.prodigy.runtime.journal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Looks whether the values that a journal's events refer to lie in their segments as they were written (spec 05
/// §5.4), while the events are read. Each is read once, in the order of the events, and none is kept.
final class ReferredValues implements AutoCloseable {
    private final SegmentReader segments;
    private @Nullable Damage first;

    ReferredValues(Path folder) {
        this.segments = new SegmentReader(folder);
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
            first = e.damage();
        }
    }

    /// @return the first that was found, or null
    @Nullable
    Damage damage() {
        return first;
    }

    @Override
    public void close() {
        segments.close();
    }
}
