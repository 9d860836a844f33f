package dev.prodigy.lang.jsonpath;

import dev.prodigy.model.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Runs queries over one document.
///
/// Nodes are found depth first and handed on one by one, so that no intermediate list of nodes exists; who receives
/// them answers whether it wants more. That gives the order of RFC 9535, in which the nodes of a segment are
/// concatenated in the order of the nodes that came in.
final class Evaluation {
    private final Value root;
    private final Budget budget;
    private final ConditionEvaluation conditions;

    Evaluation(Value root, Budget budget) {
        this.root = root;
        this.budget = budget;
        this.conditions = new ConditionEvaluation(this, budget);
    }

    /// @return the values of all nodes of a query of the document
    List<Value> nodes(Query query) {
        var nodes = new ArrayList<Value>();
        visit(query, root, node -> {
            budget.requireRoom(nodes.size());
            return nodes.add(node);
        });
        return List.copyOf(nodes);
    }

    /// Hands on the nodes of a query until the receiver has enough.
    ///
    /// @param current what `@` means
    void visit(Query query, Value current, Predicate<Value> receiver) {
        follow(query.segments(), 0, start(query, current), receiver);
    }

    /// @return the node of a singular query, or null when there is none
    @Nullable
    Value single(Query query, Value current) {
        Value node = start(query, current);
        for (var segment : query.segments()) {
            budget.spend(1);
            var child = switch (segment.selectors().getFirst()) {
                case Selector.Name(String name) -> member(node, name);
                case Selector.Index(long index) -> element(node, index);
                case Selector.Wildcard _, Selector.Slice _, Selector.Filter _ ->
                    throw new IllegalArgumentException("not a singular query");
            };
            if (child == null) {
                return null;
            }
            node = child;
        }
        return node;
    }

    private Value start(Query query, Value current) {
        return switch (query.start()) {
            case ROOT -> root;
            case CURRENT -> current;
        };
    }

    /// @return whether the receiver wants more
    private boolean follow(List<Segment> segments, int next, Value node, Predicate<Value> receiver) {
        budget.spend(1);
        if (next == segments.size()) {
            return receiver.test(node);
        }
        Predicate<Value> rest = child -> follow(segments, next + 1, child, receiver);
        return switch (segments.get(next)) {
            case Segment.Child(var selectors) -> select(selectors, node, rest);
            case Segment.Descendant(var selectors) -> descend(selectors, node, rest);
        };
    }

    /// A stack of its own instead of recursion: documents may be nested deeper than the thread's stack.
    private boolean descend(List<Selector> selectors, Value top, Predicate<Value> receiver) {
        var open = new ArrayDeque<Iterator<Value>>();
        open.push(List.of(top).iterator());
        while (!open.isEmpty()) {
            var siblings = open.element();
            if (!siblings.hasNext()) {
                open.pop();
                continue;
            }
            var node = siblings.next();
            budget.spend(1);
            if (!select(selectors, node, receiver)) {
                return false;
            }
            open.push(children(node).iterator());
        }
        return true;
    }

    private boolean select(List<Selector> selectors, Value node, Predicate<Value> receiver) {
        for (var selector : selectors) {
            if (!select(selector, node, receiver)) {
                return false;
            }
        }
        return true;
    }

    private boolean select(Selector selector, Value node, Predicate<Value> receiver) {
        return switch (selector) {
            case Selector.Name(String name) -> optional(member(node, name), receiver);
            case Selector.Index(long index) -> optional(element(node, index), receiver);
            case Selector.Wildcard _ -> every(node, receiver);
            case Selector.Slice slice ->
                !(node instanceof Value.Items(var elements)) || slice(slice, elements, receiver);
            case Selector.Filter(var condition) ->
                every(node, child -> !conditions.holds(condition, child) || receiver.test(child));
        };
    }

    private static boolean optional(@Nullable Value child, Predicate<Value> receiver) {
        return child == null || receiver.test(child);
    }

    private boolean every(Value node, Predicate<Value> receiver) {
        for (var child : children(node)) {
            budget.spend(1);
            if (!receiver.test(child)) {
                return false;
            }
        }
        return true;
    }

    private static boolean slice(Selector.Slice slice, List<Value> elements, Predicate<Value> receiver) {
        long length = elements.size();
        long step = slice.step();
        if (step > 0) {
            long from = Math.clamp(place(slice.start(), 0, length), 0, length);
            long to = Math.clamp(place(slice.end(), length, length), 0, length);
            for (long i = from; i < to; i += step) {
                if (!receiver.test(elements.get((int) i))) {
                    return false;
                }
            }
        } else if (step < 0) {
            long from = Math.clamp(place(slice.start(), length - 1, length), -1, length - 1);
            long to = Math.clamp(place(slice.end(), -length - 1, length), -1, length - 1);
            for (long i = from; i > to; i += step) {
                if (!receiver.test(elements.get((int) i))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static long place(@Nullable Long bound, long otherwise, long length) {
        long given = bound == null ? otherwise : bound;
        return given >= 0 ? given : length + given;
    }

    private static @Nullable Value member(Value node, String name) {
        return node instanceof Value.Fields fields ? fields.get(name) : null;
    }

    private static @Nullable Value element(Value node, long index) {
        if (!(node instanceof Value.Items(var elements))) {
            return null;
        }
        long place = index >= 0 ? index : elements.size() + index;
        return place >= 0 && place < elements.size() ? elements.get((int) place) : null;
    }

    private static Collection<Value> children(Value node) {
        return switch (node) {
            case Value.Items(var elements) -> elements;
            case Value.Fields(var members) -> members.values();
            case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> List.of();
        };
    }
}
