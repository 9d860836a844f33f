package dev.prodigy.engine.figures;

import dev.prodigy.engine.breaker.OpenBreaker;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What steps wait for, in items and outside: their next attempt, a breaker, the end of the agents' usage limit
/// (spec 02 §1, 05 §2.6). A fold over a run's events.
public final class StepWaits {
    private static final String LAYER = "step";

    private final Map<Site, Instant> retries = new HashMap<>();
    private final Set<Site> begun = new HashSet<>();

    /// Where a step is executed.
    private record Site(
            @Nullable String item,
            @Nullable String phase,
            @Nullable Integer pass,
            @Nullable String step,
            List<Integer> round) {
        static Site of(Context context) {
            return new Site(context.itemId(), context.phase(), context.pass(), context.step(), context.round());
        }
    }

    /// A run of which nothing is known yet.
    public StepWaits() {}

    /// Takes the next event.
    public void take(Recorded recorded) {
        var site = Site.of(recorded.context());
        switch (recorded.event()) {
            case StepEvent.RetryScheduled retry
            when retry.layer().equals(LAYER) && retry.dueAt() != null -> retries.put(site, retry.dueAt());
            case StepEvent.Started _ -> {
                retries.remove(site);
                begun.add(site);
            }
            case StepEvent.Completed _, StepEvent.Failed _, StepEvent.Skipped _ -> {
                retries.remove(site);
                begun.remove(site);
            }
            case ItemEvent _ ->
                retries.keySet()
                        .removeIf(each -> each.item() != null && each.item().equals(site.item()));
            case RunEvent.Resumed _ -> begun.clear();
            case EndEvent _ -> {
                retries.clear();
                begun.clear();
            }
            default -> {}
        }
    }

    /// @param state of the run as of the same event
    /// @return when the next of the steps that wait may go on, or null where none waits for a moment that is known
    public @Nullable Instant nextDue(RunState state, Instant now) {
        if (state.terminal() != null) {
            return null;
        }
        var quota = state.quota() instanceof Quota.Paused paused ? Stream.of(paused.until()) : Stream.<Instant>empty();
        var breakers = mayStandBeforeBreaker(state, now) ? openUntil(state) : Stream.<Instant>empty();
        return Stream.of(retries.values().stream(), quota, breakers)
                .flatMap(dues -> dues)
                .filter(due -> due.isAfter(now))
                .min(Instant::compareTo)
                .orElse(null);
    }

    /// Who waits for a breaker outside of items says nothing in the journal: it is a step whose next attempt is due,
    /// or the first attempt of one while no other is executed.
    private boolean mayStandBeforeBreaker(RunState state, Instant now) {
        return !"map".equals(state.phase())
                && (begun.isEmpty()
                        || retries.entrySet().stream()
                                .anyMatch(each -> each.getKey().item() == null
                                        && !each.getValue().isAfter(now)));
    }

    private static Stream<Instant> openUntil(RunState state) {
        return state.circuits().all().values().stream()
                .flatMap(breaker -> breaker instanceof OpenBreaker open ? Stream.of(open.until()) : Stream.empty());
    }
}
