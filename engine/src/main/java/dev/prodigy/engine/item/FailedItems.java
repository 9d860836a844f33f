package dev.prodigy.engine.item;

import dev.prodigy.engine.signature.FinalFailure;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.item.ItemId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// What finally failed items failed with, and which of them no report has told yet (spec 02 §4, §9).
///
/// An item costs a number; items that failed alike share one record. Only the fold of the journal changes it.
public final class FailedItems {
    /// Failures that one report lists; it counts all.
    public static final int LONGEST_REPORT = 1000;

    /// Different failures that are told apart; what comes after counts with the first of its category.
    private static final int MOST_KINDS = 10_000;

    private final List<Kind> kinds = new ArrayList<>();
    private final Map<String, Integer> kindBySignature = new HashMap<>();
    private final List<Unreported> unreported = new ArrayList<>();
    private int[] kindOfItem = {};
    private int unreportedCount;
    private boolean measured;

    /// The first of the failures that have a signature in common.
    private record Kind(ErrorRecord first, Signature signature) {}

    /// A failure that no report has told yet.
    public record Unreported(int item, ErrorRecord error) {}

    FailedItems() {}

    void failed(int item, int total, ErrorRecord error, Signature signature) {
        if (kindOfItem.length == 0) {
            kindOfItem = new int[total];
        }
        kindOfItem[item] = 1 + kind(error, signature);
        unreportedCount++;
        if (unreported.size() < LONGEST_REPORT) {
            unreported.add(new Unreported(item, error));
        }
        measured = false;
    }

    private int kind(ErrorRecord error, Signature signature) {
        var known = kindBySignature.get(signature.id());
        if (known != null) {
            return known;
        }
        if (kinds.size() >= MOST_KINDS) {
            return IntStream.range(0, kinds.size())
                    .filter(i -> kinds.get(i).first().category() == error.category())
                    .findFirst()
                    .orElse(0);
        }
        // its output stays where it was journaled
        var slim = ErrorRecord.of(ErrorCode.of(error.code(), error.category()), error.message());
        kinds.add(new Kind(slim, signature));
        kindBySignature.put(signature.id(), kinds.size() - 1);
        return kinds.size() - 1;
    }

    /// The item is to run again: what it failed with is no news any more.
    void requeued(int item) {
        if (unreported.removeIf(each -> each.item() == item)) {
            unreportedCount--;
        }
        measured = false;
    }

    /// A person gave the item up: it is skipped, whatever it had failed with.
    void givenUp(int item) {
        requeued(item);
        if (item < kindOfItem.length) {
            kindOfItem[item] = 0;
        }
    }

    void succeeded() {
        measured = false;
    }

    void reported() {
        unreported.clear();
        unreportedCount = 0;
    }

    void measured() {
        measured = true;
    }

    /// @return whether nothing has ended since the figures were journaled
    public boolean isMeasured() {
        return measured;
    }

    /// @return finally failed items that no report has told yet
    public int unreportedCount() {
        return unreportedCount;
    }

    /// @return the first {@link #LONGEST_REPORT} of them
    public List<Unreported> unreported() {
        return List.copyOf(unreported);
    }

    /// @return what has failed for good, in the order of the items; gone through anew each time
    Iterable<FinalFailure> failures(ItemTable items) {
        return () -> IntStream.range(0, kindOfItem.length)
                .filter(item -> kindOfItem[item] > 0 && hasFailed(items.state(item)))
                .mapToObj(item -> failure(item, items.state(item)))
                .iterator();
    }

    private static boolean hasFailed(ItemState state) {
        return state == ItemState.FAILED || state == ItemState.SKIPPED;
    }

    private FinalFailure failure(int item, ItemState state) {
        var kind = kinds.get(kindOfItem[item] - 1);
        return new FinalFailure(ItemId.of(item), kind.first(), kind.signature(), state == ItemState.SKIPPED);
    }
}
