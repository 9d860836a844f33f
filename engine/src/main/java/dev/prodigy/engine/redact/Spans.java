package dev.prodigy.engine.redact;

import java.util.Arrays;
import java.util.List;

/// Stretches of bytes to be masked, in order, those that touch joined into one.
final class Spans {
    private int[] bounds = new int[16];
    private int size;

    int size() {
        return size;
    }

    int start(int index) {
        return bounds[2 * index];
    }

    int end(int index) {
        return bounds[2 * index + 1];
    }

    /// Adds the stretch from `start` (inclusive) to `end` (exclusive). Cheap when it lies near the last one.
    void add(int start, int end) {
        var from = size;
        while (from > 0 && end(from - 1) >= start) {
            from--;
        }
        var to = from;
        var first = start;
        var last = end;
        while (to < size && start(to) <= last) {
            first = Math.min(first, start(to));
            last = Math.max(last, end(to));
            to++;
        }
        replace(from, to, first, last);
    }

    private void replace(int from, int to, int start, int end) {
        if (2 * size + 2 > bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        System.arraycopy(bounds, 2 * to, bounds, 2 * from + 2, 2 * (size - to));
        bounds[2 * from] = start;
        bounds[2 * from + 1] = end;
        size += 1 - (to - from);
    }

    /// @return the stretches of all these
    static Spans union(List<Spans> all) {
        var next = new int[all.size()];
        var union = new Spans();
        while (true) {
            var first = -1;
            for (var i = 0; i < next.length; i++) {
                if (next[i] < all.get(i).size
                        && (first < 0
                                || all.get(i).start(next[i]) < all.get(first).start(next[first]))) {
                    first = i;
                }
            }
            if (first < 0) {
                return union;
            }
            union.add(all.get(first).start(next[first]), all.get(first).end(next[first]));
            next[first]++;
        }
    }

    /// @return whether all from `start` (inclusive) to `end` (exclusive) is to be masked
    boolean cover(int start, int end) {
        for (var i = 0; i < size; i++) {
            if (start(i) <= start && end <= end(i)) {
                return true;
            }
        }
        return start == end;
    }

    /// Forgets what lies before the position and counts from there.
    void shift(int by) {
        var kept = 0;
        for (var i = 0; i < size; i++) {
            if (end(i) > by) {
                bounds[2 * kept] = Math.max(0, start(i) - by);
                bounds[2 * kept + 1] = end(i) - by;
                kept++;
            }
        }
        size = kept;
    }
}
