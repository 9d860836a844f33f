package dev.prodigy.lang.jsonpath;

import java.util.List;

/// One step of a query: from each node that came in to the nodes that its selectors pick (RFC 9535 §2.5).
sealed interface Segment {
    /// @return what is picked at each value, in this order; never empty
    List<Selector> selectors();

    /// Picks among the children of a value.
    record Child(List<Selector> selectors) implements Segment {
        public Child {
            selectors = List.copyOf(selectors);
        }
    }

    /// Picks among the children of a value and of everything inside it.
    record Descendant(List<Selector> selectors) implements Segment {
        public Descendant {
            selectors = List.copyOf(selectors);
        }
    }

    /// @return whether at most one node leaves for each that came in, whatever the document
    default boolean isSingular() {
        return switch (this) {
            case Child(var selectors) ->
                selectors.size() == 1 && selectors.getFirst().isSingular();
            case Descendant _ -> false;
        };
    }
}
