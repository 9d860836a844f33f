package dev.prodigy.cli.logs;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the journal tells of the executions of steps. Inside items it tells of failures alone: the other steps of a
/// successful attempt were good.
final class Executions {
    private final Map<String, List<Instant>> starts = new HashMap<>();
    private final Map<String, End> ends = new HashMap<>();
    private final Set<String> goodItemAttempts = new HashSet<>();

    /// How the last execution of a step ended.
    private record End(Instant at, @Nullable Long exitCode) {}

    Executions() {}

    /// Takes the next event.
    void take(Recorded recorded) {
        var context = recorded.context();
        if (recorded.event() instanceof ItemEvent.Completed) {
            goodItemAttempts.add(context.itemId() + " " + context.attempt());
        }
        if (context.step() == null) {
            return;
        }
        switch (recorded.event()) {
            case StepEvent.Started _ ->
                starts.computeIfAbsent(key(context), _ -> new ArrayList<>()).add(recorded.timestamp());
            case StepEvent.Completed done -> ends.put(key(context), new End(recorded.timestamp(), done.exitCode()));
            case StepEvent.Failed failed -> {
                var exit = failed.error().evidence().exitCode();
                ends.put(key(context), new End(recorded.timestamp(), exit == null ? null : Long.valueOf(exit)));
            }
            default -> {}
        }
    }

    private static String key(Context context) {
        return new LogPlace(
                        String.valueOf(context.phase()),
                        context.pass(),
                        context.itemId(),
                        context.itemAttempt(),
                        String.valueOf(context.step()),
                        context.round(),
                        1,
                        "")
                .stepKey();
    }

    /// @return when the execution began, or null
    @Nullable
    Instant startOf(LogPlace place) {
        var known = starts.get(place.stepKey());
        return known == null || known.size() < place.attempt() ? null : known.get(place.attempt() - 1);
    }

    /// @param last whether it is the step's last execution
    /// @return the exit code, or null
    @Nullable
    Long exitCodeOf(LogPlace place, boolean last) {
        var end = ends.get(place.stepKey());
        if (end == null && goodItemAttempts.contains(place.itemId() + " " + place.itemAttempt())) {
            return last ? 0L : null;
        }
        return end == null || !last ? null : end.exitCode();
    }

    /// @return whether the step has come to its end
    boolean hasEnded(LogPlace place) {
        return ends.containsKey(place.stepKey());
    }
}
