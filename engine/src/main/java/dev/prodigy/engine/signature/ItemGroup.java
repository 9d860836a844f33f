package dev.prodigy.engine.signature;

import java.util.ArrayList;
import java.util.List;

/// Items that have something in common: all are counted, the first are named.
final class ItemGroup {
    private final List<String> first = new ArrayList<>();
    private int count;

    void add(String itemId) {
        count++;
        if (first.size() < FailurePattern.MOST_ITEMS) {
            first.add(itemId);
        }
    }

    int count() {
        return count;
    }

    List<String> first() {
        return first;
    }
}
