package dev.prodigy.lang.jsonpath;

import java.util.List;

/// Where a query starts, and the segments that lead from there to its nodes (RFC 9535 §2.1, §2.3.5).
record Query(Start start, List<Segment> segments) {
    /// The identifier that a query begins with.
    enum Start {
        /// `$`, the document
        ROOT,
        /// `@`, the value that a filter is looking at
        CURRENT
    }

    Query {
        segments = List.copyOf(segments);
    }

    /// @return whether names and indexes alone lead to its node, so that there is at most one (RFC 9535 §2.3.5.1)
    boolean isSingular() {
        return segments.stream().allMatch(Segment::isSingular);
    }
}
