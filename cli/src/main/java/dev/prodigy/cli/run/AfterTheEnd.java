package dev.prodigy.cli.run;

import dev.prodigy.cli.output.Counted;
import dev.prodigy.engine.item.Counts;
import org.jspecify.annotations.Nullable;

/// What can still be done about the items of a run that came to its end.
public final class AfterTheEnd {
    private AfterTheEnd() {}

    /// @param run its id
    /// @param counts where its items are, or null for a run without items
    /// @param letters how many dead letters it has
    /// @return how many items there are to do something about and the command that does; null where there are none
    public static @Nullable String advice(String run, @Nullable Counts counts, int letters) {
        if (counts == null) {
            return null;
        }
        if (counts.failed() > 0) {
            // whose dead letter was removed, that item is no concern of the redrive any more
            return Counted.of(counts.failed(), "failed item")
                    + (letters > 0 ? ": prodigy dlq retry " + run : ": prodigy resume " + run + " --retry-failed");
        }
        if (counts.pending() > 0) {
            return Counted.of(counts.pending(), "pending item") + ": prodigy resume " + run;
        }
        return counts.skipped() > 0
                ? Counted.of(counts.skipped(), "skipped item") + ": prodigy requeue " + run
                        + " ITEM, then prodigy resume " + run
                : null;
    }
}
