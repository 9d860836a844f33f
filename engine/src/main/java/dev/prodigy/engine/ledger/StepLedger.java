package dev.prodigy.engine.ledger;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the steps outside of items have come to, as far as it is durable: what a resume does not do
/// again (spec 03 §14).
///
/// Inside an item the attempt is the unit of recovery, so its steps are not kept here.
public final class StepLedger {
    /// The list that runs inside an execution, for the kinds that do nothing themselves.
    private static final Map<String, String> LIST_OF_KIND =
            Map.of("foreach", ".do", "template", ".template", "validate", ".validate");

    private final NavigableMap<String, Ended> ended = new TreeMap<>();
    private final Map<String, List<Recorded>> open = new HashMap<>();
    private final ExecutionFacts<Child> children;
    private final ExecutionFacts<Listing> listings;
    private final ExecutionFacts<Bound> bound;
    private final UsedTime used;
    private long worktreeMade;

    /// A ledger without entries.
    public StepLedger() {
        this(new ExecutionFacts<>(), new ExecutionFacts<>(), new ExecutionFacts<>(), new UsedTime());
    }

    private StepLedger(
            ExecutionFacts<Child> children,
            ExecutionFacts<Listing> listings,
            ExecutionFacts<Bound> bound,
            UsedTime used) {
        this.children = children;
        this.listings = listings;
        this.bound = bound;
        this.used = used;
    }

    /// A step's final event.
    ///
    /// @param seq of the event in the journal
    /// @param event completed, failed or skipped
    public record Ended(long seq, Context context, StepEvent event) {
        /// @return whether its list went on behind it
        public boolean letListGoOn() {
            return switch (event) {
                case StepEvent.Failed failed -> failed.tolerated();
                case StepEvent.Completed _, StepEvent.Skipped _ -> true;
                case StepEvent.Started _,
                        StepEvent.RetryScheduled _,
                        StepEvent.AgentUsage _,
                        StepEvent.ItemsListed _,
                        StepEvent.ProcessLeaked _ -> false;
            };
        }

        /// @return whether it failed where that was for good: only then what it came to is kept
        public boolean failedForGood() {
            return event instanceof StepEvent.Failed failed
                    && !failed.captured().members().isEmpty();
        }
    }

    /// A run that a step started.
    ///
    /// @param seq of the event in the journal that tells of it
    public record Child(long seq, String runId) implements ExecutionFacts.Fact {}

    /// What a command gave a loop.
    private record Listing(long seq, List<Value> items) implements ExecutionFacts.Fact {}

    /// What the lists inside an execution read by names of the step's own.
    private record Bound(long seq, Value.Fields values) implements ExecutionFacts.Fact {}

    /// @return the final event of a step, or null while it has none
    public @Nullable Ended ended(StepKey key) {
        return ended.get(key.place());
    }

    /// @return the final events of all steps that have one
    public List<Ended> ended() {
        return List.copyOf(ended.values());
    }

    /// @return the endings of the steps inside a step that let its list go on, oldest first; those of a
    ///     loop's rounds are not among them, since nothing outside can read what a round left behind
    public List<Ended> inside(StepKey key) {
        return inner(key).values().stream()
                .filter(each -> each.context().round().size() == key.round().size())
                .sorted(Comparator.comparingLong(Ended::seq))
                .toList();
    }

    /// @return the endings that let their lists go on of the steps inside a step, those of a loop's rounds included, as
    ///     far as they came before the working tree was made: what was not committed then is gone. Oldest first
    public List<Ended> insideBeforeWorktree(StepKey key) {
        return inner(key).values().stream()
                .filter(each -> each.letListGoOn() && isBeforeWorktree(each))
                .sorted(Comparator.comparingLong(Ended::seq))
                .toList();
    }

    /// @return the runs under way that a step or the steps inside it started before the working tree was made: they
    ///     worked in the one that is gone
    public List<Child> childrenBeforeWorktree(StepKey key) {
        return Stream.concat(Stream.ofNullable(children.get(key.place())), children.inside(key.place()).stream())
                .filter(child -> isBeforeWorktree(child.seq()))
                .toList();
    }

    /// @return whether the working tree in which the step ended is gone
    public boolean isBeforeWorktree(Ended end) {
        return isBeforeWorktree(end.seq());
    }

    /// @param seq of an event in the journal
    /// @return whether the working tree of that time is gone
    public boolean isBeforeWorktree(long seq) {
        return seq < worktreeMade;
    }

    /// Hears that the working tree of the steps was made, for the first time or anew.
    ///
    /// @param seq number of the first event that came behind it
    public void worktreeMade(long seq) {
        worktreeMade = seq;
    }

    /// @return what happened to a step that has not ended, oldest first: the beginnings of its executions,
    ///     its retries, and the beginnings of lists that react to it
    public List<Recorded> open(StepKey key) {
        return List.copyOf(open.getOrDefault(key.place(), List.of()));
    }

    /// @param now on the run clock
    /// @return the time that a step which has not ended has used of its own limit (spec 02 §12)
    public Duration used(StepKey key, Duration now) {
        return used.of(key.place(), now);
    }

    /// @param now on the run clock
    /// @return the time that the execution under way of a step which has not ended has used: an execution that a
    ///     process began and another goes on with is one
    public Duration usedInExecution(StepKey key, Duration now) {
        return used.ofExecution(key.place(), now);
    }

    /// @return where a step ended or is under way
    Set<StepKey> sites() {
        return Stream.concat(
                        ended.values().stream().map(Ended::context),
                        open.values().stream().flatMap(List::stream).map(Recorded::context))
                .map(StepKey::of)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /// Shows the final event of each step that has one and may not be repeated, in the order of the steps.
    public void forEachEnded(Consumer<Ended> each) {
        ended.values().forEach(each);
    }

    /// @return what happened last to the step that was begun last and has not ended, or null
    public @Nullable Recorded lastOpen() {
        return open.values().stream()
                .filter(notes -> !notes.isEmpty())
                .map(List::getLast)
                .max(Comparator.comparingLong(Recorded::seq))
                .orElse(null);
    }

    /// @return the run that a step started last and that did not let its list go on: a resume goes on with it; null
    ///     where there is none (spec 04 §5.8)
    public @Nullable Child child(StepKey key) {
        return children.get(key.place());
    }

    /// @return all such runs
    public List<Child> children() {
        return children.all();
    }

    /// @return what a command gave a loop that did not let its list go on: a resume goes through the same, round by
    ///     round; null where there is none
    public @Nullable List<Value> listed(StepKey key) {
        var listing = listings.get(key.place());
        return listing == null ? null : listing.items();
    }

    /// @return what the lists inside an execution read by names of the step's own that did not let its list go on: a
    ///     resume binds the same; empty where there is none
    public Value.Fields bound(StepKey key) {
        var values = bound.get(key.place());
        return values == null ? new Value.Fields(Map.of()) : values.values();
    }

    /// @return the ledger as it is now, which further events do not change
    public StepLedger copy() {
        var copy = new StepLedger(children.since(0), listings.since(0), bound.since(0), used.copy());
        copy.worktreeMade = worktreeMade;
        copy.ended.putAll(ended);
        open.forEach((place, notes) -> copy.open.put(place, new ArrayList<>(notes)));
        return copy;
    }

    /// @return what it knows from an event on, and nothing of what was before
    public StepLedger since(long seq) {
        var part = new StepLedger(children.since(seq), listings.since(seq), bound.since(seq), used.copy());
        part.worktreeMade = worktreeMade;
        ended.forEach((place, end) -> {
            if (end.seq() >= seq) {
                part.ended.put(place, end);
            }
        });
        open.forEach((place, notes) -> {
            var later = notes.stream().filter(note -> note.seq() >= seq).toList();
            if (!later.isEmpty()) {
                part.open.put(place, new ArrayList<>(later));
            }
        });
        return part;
    }

    /// Forgets the steps of a phase that is to run anew.
    public void forget(String phase) {
        var prefix = StepKey.prefix(phase);
        ended.keySet().removeIf(place -> place.startsWith(prefix));
        open.keySet().removeIf(place -> place.startsWith(prefix));
        used.forgetAll(prefix);
        facts().forEach(facts -> facts.forgetAll(prefix));
    }

    /// Takes in what is journaled of a run that a step starts; of an item's steps it keeps nothing.
    public void note(Recorded recorded, SubWorkflowEvent event) {
        var key = StepKey.of(recorded.context());
        if (key != null && event instanceof SubWorkflowEvent.Started started) {
            children.put(key.place(), new Child(recorded.seq(), started.childRunId()));
        }
    }

    /// An agent step met its usage limit: from now on it waits for admission.
    public void note(Recorded recorded, QuotaEvent.Paused event) {
        var key = StepKey.of(recorded.context());
        if (key != null) {
            used.stands(key.place(), recorded.elapsed());
        }
    }

    /// Takes in a journaled event of a step; of an item's steps it keeps nothing.
    public void note(Recorded recorded, StepEvent event) {
        var key = StepKey.of(recorded.context());
        if (key == null) {
            return;
        }
        switch (event) {
            case StepEvent.Completed _, StepEvent.Failed _, StepEvent.Skipped _ -> {
                var end = new Ended(recorded.seq(), recorded.context(), event);
                ended.put(key.place(), end);
                open.remove(key.place());
                used.ended(key.place(), recorded.elapsed());
                if (end.letListGoOn()) {
                    facts().forEach(facts -> facts.forget(key.place()));
                    forgetRounds(key);
                }
            }
            case StepEvent.Started started -> {
                if (started.after() != null && started.after().get("step") instanceof Value.Text(var path)) {
                    notes(key.sibling(path)).add(recorded);
                }
                boolean anew = isNewExecution(key);
                if (anew) {
                    facts().forEach(facts -> facts.forget(key.place()));
                    forgetExecution(key, started.kind());
                }
                if (started.bound() != null) {
                    bound.put(key.place(), new Bound(recorded.seq(), started.bound()));
                }
                var before = ended.remove(key.place());
                if (before != null && before.letListGoOn() && isBeforeWorktree(before)) {
                    forgetBehind(before, key);
                }
                notes(key).add(recorded);
                used.works(key.place(), recorded.elapsed(), anew, LIST_OF_KIND.containsKey(started.kind()));
            }
            case StepEvent.RetryScheduled retry -> {
                notes(key).add(recorded);
                used.waits(key.place(), recorded.elapsed(), Duration.ofMillis(retry.delayMs()));
            }
            case StepEvent.ItemsListed listed -> listings.put(key.place(), new Listing(recorded.seq(), listed.items()));
            case StepEvent.AgentUsage _, StepEvent.ProcessLeaked _ -> {}
        }
    }

    private List<ExecutionFacts<?>> facts() {
        return List.of(children, listings, bound);
    }

    private List<Recorded> notes(StepKey key) {
        return open.computeIfAbsent(key.place(), _ -> new ArrayList<>());
    }

    /// @return whether an execution of the step has begun, and nothing says yet what follows from it
    public boolean isUnderWay(StepKey key) {
        return !open.getOrDefault(key.place(), List.of()).isEmpty() && !isNewExecution(key);
    }

    /// An execution that was cut off, and one of a step that failed, goes on inside where it was; a
    /// retry and a rerun do everything anew.
    private boolean isNewExecution(StepKey key) {
        var notes = open.get(key.place());
        if (notes == null || notes.isEmpty()) {
            return false;
        }
        return notes.getLast().event() instanceof StepEvent.RetryScheduled || isReactedTo(key);
    }

    /// @return whether a list that follows from the step's executions was begun last
    boolean isReactedTo(StepKey key) {
        var notes = open.getOrDefault(key.place(), List.of());
        return !notes.isEmpty() && !key.equals(StepKey.of(notes.getLast().context())) && !isInside(notes.getLast());
    }

    /// @return whether it is the beginning of a list that is part of the execution itself
    private static boolean isInside(Recorded note) {
        return note.event() instanceof StepEvent.Started started
                && started.after() != null
                && Value.of(true).equals(started.after().get("inside"));
    }

    /// A step whose files went with the working tree runs again, and so does what was done with them.
    private void forgetBehind(Ended lost, StepKey key) {
        inner(key.outermost()).values().removeIf(each -> each.seq() > lost.seq() && isBeforeWorktree(each));
    }

    /// What reacted to the step is never gone through again, and may still be read.
    private void forgetExecution(StepKey key, String kind) {
        var list = LIST_OF_KIND.get(kind);
        for (var place : List.copyOf(inner(key).keySet())) {
            if (list != null && place.startsWith(list, key.place().length())) {
                open.remove(place);
                ended.remove(place);
                used.forget(place);
            }
        }
    }

    /// A loop may have many rounds; whatever else ran inside a step that is over may be read by later ones.
    private void forgetRounds(StepKey key) {
        inner(key)
                .values()
                .removeIf(each -> each.context().round().size() > key.round().size());
    }

    private NavigableMap<String, Ended> inner(StepKey key) {
        return ended.subMap(key.place() + ".", false, key.place() + "/", false);
    }
}
