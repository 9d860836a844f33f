package dev.prodigy.runtime.git.slot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What one run knows of the slots it uses, by their numbers. Safe for concurrent use.
final class SlotBook {
    private final Set<Integer> leased = new HashSet<>();
    private final Deque<Integer> idle = new ArrayDeque<>();
    private final Set<Integer> unfilled = new HashSet<>();
    private final Set<Integer> stuck = new HashSet<>();
    private final Map<Integer, SlotPast> pasts = new HashMap<>();
    private final TreeSet<Integer> used = new TreeSet<>();

    synchronized void lease(int number) {
        leased.add(number);
    }

    synchronized void release(int number) {
        leased.remove(number);
        unfilled.remove(number);
    }

    /// A slot can be neither used nor removed.
    synchronized void avoid(int number) {
        stuck.add(number);
    }

    /// @return whether the slot may be leased: this run neither holds it nor has found it stuck
    synchronized boolean isEligible(int number) {
        return !leased.contains(number) && !stuck.contains(number);
    }

    /// The slot used last is offered first: its files are the ones most likely in memory.
    synchronized void offer(int number) {
        idle.push(number);
    }

    synchronized Optional<Integer> nextIdle() {
        return Optional.ofNullable(idle.poll());
    }

    synchronized void made(int number) {
        used.add(number);
        unfilled.add(number);
    }

    /// @return how many slots were made whose files are not on disk yet
    synchronized int unfilled() {
        return unfilled.size();
    }

    /// @param past how far the slot is now
    synchronized void prepared(int number, SlotPast past) {
        used.add(number);
        unfilled.remove(number);
        pasts.put(number, past);
    }

    synchronized void isSetUp(int number) {
        pasts.put(number, SlotPast.SET_UP);
    }

    /// @return whether the slot was made and holds no files yet
    synchronized boolean isUnfilled(int number) {
        return unfilled.contains(number);
    }

    /// A slot is used as it is.
    synchronized void reclaimed(int number) {
        used.add(number);
    }

    /// A slot is made ready anew: where that fails, nobody knows what is left of its setup.
    ///
    /// @return how far it was before
    synchronized SlotPast beginReset(int number) {
        var past = pasts.getOrDefault(number, SlotPast.UNUSED);
        pasts.computeIfPresent(number, (_, _) -> SlotPast.PREPARED);
        return past;
    }

    /// @return all slots this run has had, ascending
    synchronized List<Integer> used() {
        return List.copyOf(used);
    }
}
