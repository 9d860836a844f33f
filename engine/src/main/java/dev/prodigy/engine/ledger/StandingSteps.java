package dev.prodigy.engine.ledger;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a resume takes over of the steps of a phase, or goes on with (spec 03 §14). All of it is told apart by the
/// steps' paths, so that it must find the same steps there.
public final class StandingSteps {
    private static final String ENTRIES = "workflows";

    private final StepLedger ledger;
    private final String phase;
    private final @Nullable Integer pass;
    private final Set<StepKey> holders = new HashSet<>();
    private final Set<StepKey> rounds = new HashSet<>();
    private final SortedMap<String, Standing> found = new TreeMap<>();

    private StandingSteps(StepLedger ledger, String phase, @Nullable Integer pass) {
        this.ledger = ledger;
        this.phase = phase;
        this.pass = pass;
    }

    /// What stands of a step, in all rounds around it together.
    ///
    /// @param finished whether it is over; false inside of rounds
    /// @param reactedTo whether it goes on with a list that follows from its executions; false inside of rounds
    /// @param rounds whether rounds of its own stand
    /// @param unlisted whether rounds stand of a list that is not in the ledger
    /// @param listed whether it goes on with a list that is in the ledger
    /// @param children the ids of the runs that it goes on with
    public record Standing(
            boolean finished,
            boolean reactedTo,
            boolean rounds,
            boolean unlisted,
            boolean listed,
            Set<String> children) {
        public Standing {
            children = Set.copyOf(children);
        }

        private Standing and(Standing other) {
            var all = new HashSet<>(children);
            all.addAll(other.children);
            return new Standing(
                    finished && other.finished,
                    reactedTo && other.reactedTo,
                    rounds || other.rounds,
                    unlisted || other.unlisted,
                    listed || other.listed,
                    all);
        }
    }

    /// @param done what the steps have come to
    /// @return the phases, and passes of a standard workflow, of whose steps anything stands
    public static List<StandingSteps> of(StepLedger done) {
        var phases = new LinkedHashMap<String, StandingSteps>();
        done.sites().stream()
                .sorted(Comparator.comparingInt((StepKey key) -> key.step().length())
                        .reversed())
                .forEach(key -> phases.computeIfAbsent(
                                key.phase() + key.pass(), _ -> new StandingSteps(done, key.phase(), key.pass()))
                        .add(key));
        return phases.values().stream().filter(phase -> !phase.found.isEmpty()).toList();
    }

    /// @return `setup`, `commands`, `reduce`, `merge`
    public String phase() {
        return phase;
    }

    /// @return of a standard workflow, from 1; else null
    public @Nullable Integer pass() {
        return pass;
    }

    /// @return by their paths the steps that are over, and those of which something is left to go on with; a step that
    ///     only failed begins anew and is not among them
    public SortedMap<String, Standing> steps() {
        return Collections.unmodifiableSortedMap(found);
    }

    /// What is inside of it was added before.
    private void add(StepKey key) {
        boolean over = isOver(key);
        var child = ledger.child(key);
        boolean listed = ledger.listed(key) != null;
        boolean goesOn = child != null || listed || !ledger.open(key).isEmpty() || holders.contains(key);
        if (!(over || goesOn) || !stands(key)) {
            return;
        }
        var holder = key.holder();
        if (holder != null) {
            holders.add(holder);
            if (key.isInRound()) {
                rounds.add(holder);
            }
        }
        var standing = new Standing(
                over && key.round().isEmpty(),
                !over && key.round().isEmpty() && ledger.isReactedTo(key),
                !over && rounds.contains(key),
                !over && rounds.contains(key) && !listed,
                !over && listed,
                over || child == null ? Set.of() : Set.of(child.runId()));
        found.merge(key.step(), standing, Standing::and);
    }

    /// What ended in a list that reacts to a step ended for good, be it a failure.
    private boolean isOver(StepKey key) {
        var ended = ledger.ended(key);
        return ended != null && (ended.letListGoOn() || isReaction(key));
    }

    private static boolean isReaction(StepKey key) {
        return key.holder() != null && !key.isInExecution();
    }

    private boolean stands(StepKey key) {
        var holder = key.holder();
        if (holder == null) {
            return key.step().startsWith(phase + "[") || key.step().startsWith(ENTRIES);
        }
        return !isOver(holder) && stands(holder) && (key.isInExecution() || isOfReactionUnderWay(key, holder));
    }

    /// A step that failed, and begins anew, has none.
    private boolean isOfReactionUnderWay(StepKey key, StepKey holder) {
        var since = ledger.open(holder);
        return !since.isEmpty() && lastSeq(key) >= since.getFirst().seq();
    }

    private long lastSeq(StepKey key) {
        var ended = ledger.ended(key);
        return ended == null ? ledger.open(key).getLast().seq() : ended.seq();
    }
}
