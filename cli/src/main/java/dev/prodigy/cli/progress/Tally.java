package dev.prodigy.cli.progress;

import dev.prodigy.engine.quota.Quota;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How far a run is: a small fold over its events, for display only.
public final class Tally {
    private final SequencedMap<String, Underway> running = new LinkedHashMap<>();
    private final SequencedMap<String, Underway> steps = new LinkedHashMap<>();
    private final Set<String> waiting = new LinkedHashSet<>();
    private final BitSet failed = new BitSet();
    private final BitSet skipped = new BitSet();
    private final Pace pace = new Pace();
    private Quota quota = new Quota.Free();
    private @Nullable String phase;
    private long total;
    private long successful;

    /// Something that runs now.
    ///
    /// @param item its id, or null outside of items
    /// @param step STEP, or null for an item as a whole
    /// @param name the step's, as its event tells it, or null
    /// @param attempt its number, from 1
    public record Underway(
            @Nullable String item,
            @Nullable String step,
            @Nullable String name,
            int attempt,
            Instant since) {}

    /// What earlier processes did of the run.
    ///
    /// @param failures indices of the items that failed for good, for now
    /// @param skips indices of the items that were given up
    public void seed(long items, long successes, BitSet failures, BitSet skips) {
        total = items;
        successful = successes;
        failed.or(failures);
        skipped.or(skips);
    }

    /// Where earlier processes left the run with the usage limit of its agents.
    public void seed(Quota left) {
        quota = left;
    }

    /// Takes the next event.
    public void take(Recorded recorded) {
        var context = recorded.context();
        var item = context.itemId();
        switch (recorded.event()) {
            case ItemEvent event when item != null -> item(item, event, recorded);
            case ItemEvent.Loaded loaded -> total = loaded.total();
            case StepEvent event when item == null && context.step() != null -> step(context.step(), event, recorded);
            case StepEvent.RetryScheduled retry
            when item != null && retry.layer().equals("item") -> waiting.add(item);
            case PhaseEvent.PhaseStarted started -> phase = started.phase();
            case PhaseEvent.PhaseCompleted _, PhaseEvent.PhaseFailed _ -> phase = null;
            case RunEvent.Resumed _ -> beginAgain(recorded);
            case ControlEvent.Paused(var by) -> pace.pause(by, recorded.timestamp());
            case ControlEvent.Continued(var by) -> pace.goOn(by, recorded.timestamp());
            case QuotaEvent event -> quota(event, recorded);
            case ItemEvent _,
                    HandlerEvent _,
                    StepEvent _,
                    PhaseEvent _,
                    RunEvent _,
                    EndEvent _,
                    LetterEvent _,
                    ControlEvent _,
                    WorktreeEvent _,
                    CircuitEvent _,
                    SubWorkflowEvent _,
                    UnknownEvent _ -> {}
        }
    }

    /// What was under way ended with its process, and the time between says nothing of the pace.
    private void beginAgain(Recorded resumed) {
        running.clear();
        steps.clear();
        pace.beginAgain();
        quota = quota.restored(resumed.timestamp(), resumed.elapsed(), false);
        if (quota instanceof Quota.Paused) {
            pace.pauseForQuota(resumed.timestamp());
        }
    }

    private void quota(QuotaEvent event, Recorded recorded) {
        quota = quota.after(event, recorded.timestamp(), recorded.elapsed());
        switch (event) {
            case QuotaEvent.Paused _ -> pace.pauseForQuota(recorded.timestamp());
            case QuotaEvent.Probed _ -> {}
            case QuotaEvent.Resumed _ -> pace.goOnAfterQuota(recorded.timestamp());
        }
    }

    private void item(String item, ItemEvent event, Recorded recorded) {
        switch (event) {
            case ItemEvent.Started _ -> {
                pace.begin(recorded.timestamp());
                waiting.remove(item);
                running.put(item, underway(item, null, recorded));
            }
            case ItemEvent.Completed _ -> {
                ended(item);
                successful++;
            }
            case ItemEvent.Failed last
            when last.isFinal() -> {
                ended(item);
                failed.set(ItemId.index(item));
            }
            case ItemEvent.Failed _, ItemEvent.Interrupted _ -> running.remove(item);
            case ItemEvent.Skipped _ -> {
                waiting.remove(item);
                failed.clear(ItemId.index(item));
                skipped.set(ItemId.index(item));
            }
            case ItemEvent.Waiting _ -> waiting.add(item);
            case ItemEvent.Continued _ -> waiting.remove(item);
            case ItemEvent.Requeued _ -> {
                failed.clear(ItemId.index(item));
                skipped.clear(ItemId.index(item));
            }
            case ItemEvent.Loaded _, ItemEvent.CanaryEvaluated _ -> {}
        }
    }

    private void step(String step, StepEvent event, Recorded recorded) {
        switch (event) {
            case StepEvent.Started _ -> steps.put(step, underway(null, step, recorded));
            case StepEvent.Completed _, StepEvent.Failed _, StepEvent.Skipped _ -> steps.remove(step);
            case StepEvent.RetryScheduled _,
                    StepEvent.AgentUsage _,
                    StepEvent.ItemsListed _,
                    StepEvent.ProcessLeaked _ -> {}
        }
    }

    private void ended(String item) {
        running.remove(item);
        waiting.remove(item);
        pace.end();
    }

    private static Underway underway(@Nullable String item, @Nullable String step, Recorded recorded) {
        var context = recorded.context();
        var attempt = context.attempt();
        return new Underway(item, step, context.stepName(), attempt == null ? 1 : attempt, recorded.timestamp());
    }

    /// @return the phase under way, or null
    public @Nullable String phase() {
        return phase;
    }

    /// @return where the run is with the usage limit of its agents
    Quota quota() {
        return quota;
    }

    /// @return items there are
    public long total() {
        return total;
    }

    /// @return items that have their outcome
    public long ended() {
        return successful + failed.cardinality() + skipped.cardinality();
    }

    /// @return counts other than nothing by their words, in the order to show them
    public Map<String, Long> counts() {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("ok", successful);
        counts.put("failed", (long) failed.cardinality());
        counts.put("skipped", (long) skipped.cardinality());
        counts.put("running", (long) running.size());
        counts.put("waiting", (long) waiting.size());
        counts.put("pending", Math.max(0, total - ended() - running.size() - waiting.size()));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /// @return items, or outside of the map phase steps, that run now, the longest running first
    public Iterable<Underway> underway() {
        return running.isEmpty() ? steps.values() : running.values();
    }

    /// @return the time until all items have their outcome at the pace so far; null while that is a
    ///     wild guess, or nothing may start
    public @Nullable Duration remaining(Instant now) {
        return pace.remaining(total - ended(), now);
    }
}
