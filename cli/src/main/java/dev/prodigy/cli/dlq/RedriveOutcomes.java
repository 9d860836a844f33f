package dev.prodigy.cli.dlq;

import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import java.util.HashSet;
import java.util.Set;

/// How far a redrive has come, counted from what it journals: one that is ended before its time has no event that
/// counts (spec 05 §2.5).
final class RedriveOutcomes {
    private final Set<String> open = new HashSet<>();
    private int succeeded;
    private int failed;

    /// Takes the next event of an item.
    void take(String item, Event event) {
        switch (event) {
            case ItemEvent.Requeued(var by, var _) when by.equals("dlq_retry") -> open.add(item);
            case ItemEvent.Completed _ when open.remove(item) -> succeeded++;
            case ItemEvent.Failed its when its.isFinal() && open.remove(item) -> failed++;
            case ItemEvent.Skipped _ -> open.remove(item);
            default -> {}
        }
    }

    /// @return items that succeeded
    int succeeded() {
        return succeeded;
    }

    /// @return items that failed again
    int failed() {
        return failed;
    }

    /// @param selected how many were to be run
    /// @return those of them that have no new outcome
    int without(int selected) {
        return selected - succeeded - failed;
    }
}
