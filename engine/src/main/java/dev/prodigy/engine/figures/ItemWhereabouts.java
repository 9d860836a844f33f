package dev.prodigy.engine.figures;

import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How many items are where on their way, waiting ones by what they wait for (spec 02 §1, 05 §2.6). Each item
/// counts once.
///
/// @param isLive whether a process works on the run: without one nothing runs
public record ItemWhereabouts(RunState state, ItemTable items, boolean isLive) {
    private enum Cause {
        BREAKER,
        QUOTA,
        OTHER;

        static Cause of(String reason) {
            return switch (reason) {
                case "circuit_open" -> BREAKER;
                case "quota" -> QUOTA;
                default -> OTHER;
            };
        }
    }

    /// @return the member `counts`
    public Value.Fields toFields() {
        if (state.terminal() != null) {
            return over();
        }
        var waiting = new EnumMap<Cause, Integer>(Cause.class);
        var held = new EnumMap<ItemState, Integer>(ItemState.class);
        items.holds().forEach((item, hold) -> {
            var at = items.state(item);
            if (isLive || at != ItemState.RUNNING) {
                waiting.merge(Cause.of(hold.reason()), 1, Integer::sum);
                held.merge(at, 1, Integer::sum);
            }
        });
        int running = left(ItemState.RUNNING, held);
        int merging = isLive ? Math.min(running, state.branch().mergeIntents().size()) : 0;
        int conflict = isLive ? Math.min(running - merging, items.conflictCount()) : 0;
        return new FieldsWriter()
                .put("pending", left(ItemState.PENDING, held) + (isLive ? 0 : running))
                .put("running", isLive ? running - merging - conflict : 0)
                .put("merging", merging)
                .put("conflict", conflict)
                .put("waiting_retry", left(ItemState.WAITING, held))
                .put("waiting_breaker", waiting.getOrDefault(Cause.BREAKER, 0))
                .put("waiting_quota", waiting.getOrDefault(Cause.QUOTA, 0))
                .put("waiting_other", waiting.getOrDefault(Cause.OTHER, 0))
                .put("successful", items.count(ItemState.SUCCESSFUL))
                .put("failed", items.count(ItemState.FAILED))
                .put("skipped", items.count(ItemState.SKIPPED))
                .done();
    }

    /// When the run has ended nothing waits any more: what has no outcome is pending (spec 02 §6.4).
    private Value.Fields over() {
        return new FieldsWriter()
                .put("pending", items.counts().pending())
                .put("running", 0)
                .put("merging", 0)
                .put("conflict", 0)
                .put("waiting_retry", 0)
                .put("waiting_breaker", 0)
                .put("waiting_quota", 0)
                .put("waiting_other", 0)
                .put("successful", items.count(ItemState.SUCCESSFUL))
                .put("failed", items.count(ItemState.FAILED))
                .put("skipped", items.count(ItemState.SKIPPED))
                .done();
    }

    /// @return when the next of those that wait may go on, or null where none waits for a moment that is known
    public @Nullable Instant nextDue(Instant now) {
        if (state.terminal() != null) {
            return null;
        }
        var reasons = items.holds().values().stream()
                .map(hold -> Cause.of(hold.reason()))
                .distinct()
                .flatMap(this::dues);
        return Stream.concat(Stream.ofNullable(items.nextDueAfter(now)), reasons)
                .filter(due -> due.isAfter(now))
                .min(Instant::compareTo)
                .orElse(null);
    }

    private Stream<Instant> dues(Cause cause) {
        return switch (cause) {
            case BREAKER ->
                state.circuits().all().values().stream()
                        .map(breaker -> breaker instanceof OpenBreaker open ? open.until() : null)
                        .filter(Objects::nonNull);
            case QUOTA -> state.quota() instanceof Quota.Paused paused ? Stream.of(paused.until()) : Stream.empty();
            case OTHER -> Stream.empty();
        };
    }

    private int left(ItemState at, Map<ItemState, Integer> held) {
        return items.count(at) - held.getOrDefault(at, 0);
    }
}
