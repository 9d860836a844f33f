package dev.prodigy.engine.decide;

import dev.prodigy.testkit.engine.Script;
import dev.prodigy.testkit.engine.Script.Attempt;
import java.util.stream.IntStream;

/// Worlds that runs of several tests go through.
final class Scripts {
    private Scripts() {}

    /// @param count of items
    /// @param items those whose attempts fail, by index
    static Script failing(int count, int... items) {
        return new Script()
                .items(count)
                .attempts(start -> IntStream.of(items).anyMatch(item -> item == start.item())
                        ? Attempt.failing(Plans.exit(1))
                        : Attempt.good());
    }
}
