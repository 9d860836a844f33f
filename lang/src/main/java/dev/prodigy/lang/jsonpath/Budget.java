package dev.prodigy.lang.jsonpath;

/// How much one evaluation may still do. Queries such as `$[0,0][0,0][0,0]…` multiply with every segment; this turns
/// them into a clear failure.
final class Budget {
    /// A few seconds of work; a document of 64 MiB has a few million nodes.
    private static final long MAX_WORK = 100_000_000;
    /// As many as a run may have items (spec 03 §16).
    private static final int MAX_NODES = 10_000_000;

    private final int maxNodes;
    private long left;

    Budget() {
        this(MAX_WORK, MAX_NODES);
    }

    Budget(long work, int maxNodes) {
        this.left = work;
        this.maxNodes = maxNodes;
    }

    /// Counts work, one unit for each value looked at.
    ///
    /// @throws JsonPathLimit when it is too much
    void spend(long work) {
        left -= work;
        if (left < 0) {
            throw new JsonPathLimit("the query visits too many values of this document");
        }
    }

    /// Counts the reading of a text.
    ///
    /// @param characters how many of it are read
    void spendOnText(int characters) {
        spend(1 + characters / 16);
    }

    /// Makes sure that a list of this many nodes may grow.
    ///
    /// @throws JsonPathLimit when it may not
    void requireRoom(int nodes) {
        if (nodes >= maxNodes) {
            throw new JsonPathLimit("the query selects more than " + maxNodes + " nodes");
        }
    }
}
