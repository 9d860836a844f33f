package dev.prodigy.cli.workflow;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What of a workflow is still to run.
///
/// @param skipped paths of the steps that do not
/// @param passes how often the steps of a standard workflow run at most
/// @param items how many items do, by the attempts that each of them may take; null where only the run knows
public record RemainingWork(
        Set<String> skipped, int passes, @Nullable Map<Integer, Long> items) {
    /// All of it once, with items that nobody has looked at.
    public static final RemainingWork EVERYTHING = new RemainingWork(Set.of(), 1, null);

    public RemainingWork {
        skipped = Set.copyOf(skipped);
        items = items == null ? null : Map.copyOf(items);
    }
}
