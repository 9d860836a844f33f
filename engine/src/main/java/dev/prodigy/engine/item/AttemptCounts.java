package dev.prodigy.engine.item;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How often each item was tried, and how often it may be: a few bytes each. Only the fold of the journal changes it.
final class AttemptCounts {
    private final short[] started;
    private final short[] failed;
    private final short[] allowanceUsed;
    private final byte[] crashes;
    private final short[] firstPlaces;
    private final Map<Integer, Integer> allowances = new HashMap<>();

    AttemptCounts(int total) {
        started = new short[total];
        failed = new short[total];
        allowanceUsed = new short[total];
        crashes = new byte[total];
        firstPlaces = new short[total];
    }

    /// @return number of the last attempt that was started, 0 before the first
    int started(int item) {
        return started[item];
    }

    /// @return attempts that failed, interrupted ones not counted
    int failed(int item) {
        return failed[item];
    }

    /// @return failed attempts since the allowance was last full
    int allowanceUsed(int item) {
        return allowanceUsed[item];
    }

    /// @return attempts that crashes of the program cut off
    int crashes(int item) {
        return crashes[item];
    }

    /// @return attempts that the item may fail, where they are not the usual ones
    int allowance(int item, int usual) {
        return allowances.getOrDefault(item, usual);
    }

    /// @return the parallel place of the first attempt, or that one where there was none
    int firstPlace(int item, int place) {
        return firstPlaces[item] == 0 ? place : firstPlaces[item];
    }

    void start(int item, int attempt, int place) {
        started[item] = (short) attempt;
        known(item, place);
    }

    /// The item has a name for good.
    ///
    /// @param place of its first attempt; 0 where none is told
    void known(int item, int place) {
        firstPlaces[item] = (short) firstPlace(item, place);
    }

    /// @param executions of the item so far, interrupted ones not counted
    void fail(int item, int executions) {
        allowanceUsed[item]++;
        failed[item] = (short) executions;
    }

    /// The last failed attempt does not count against the allowance.
    void forgive(int item) {
        if (allowanceUsed[item] > 0) {
            allowanceUsed[item]--;
        }
    }

    void crash(int item) {
        crashes[item]++;
    }

    /// The whole allowance is there again.
    ///
    /// @param attempts how many those are, or null for the usual ones
    void renew(int item, @Nullable Integer attempts) {
        allowances.remove(item);
        if (attempts != null) {
            allowances.put(item, attempts);
        }
        allowanceUsed[item] = 0;
        crashes[item] = 0;
    }
}
