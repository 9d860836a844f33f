package dev.prodigy.lang.yaml;

import dev.prodigy.lang.expr.scope.NearNames;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.common.UriEncoder;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/// Makes our {@link Node} tree of a document's events: follows aliases, applies `<<`, checks keys and tags.
///
/// What an alias stands for is built once and shared. Its size and depth count at every use, by arithmetic
/// alone, so a document that would explode is refused before anything walks it.
final class TreeBuilder {
    /// The tags that some place of the language gives a meaning (spec 02 §3.3, §3.5, §3.7, §4, §5.1).
    private static final List<String> TAGS =
            List.of("none", "fixed", "linear", "exponential", "fibonacci", "custom", "pattern", "fallback", "batched");

    private static final String MERGE = "<<";

    /// One node with what it weighs when aliases are written out.
    ///
    /// @param height levels of lists and maps in it, itself included; 0 for a scalar
    /// @param size characters, roughly
    private record Built(Node node, int height, long size) {}

    /// One `key: value` as written.
    ///
    /// @param merges whether the key is an unquoted `<<`
    private record Pair(String key, Span keySpan, boolean merges, Built value) {}

    /// What an anchor stands for; nothing while it is being built.
    private static final class Anchored {
        @Nullable
        Built built;
    }

    private final List<Event> events;
    private final String file;
    private final DocumentLimits limits;
    private final List<Problem> problems;
    private final List<Span> strange;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private int at;
    /// Aliases inside of what they refer to, for which nothing stands in the tree.
    private final Set<Span> endless = new HashSet<>();

    TreeBuilder(List<Event> events, String file, DocumentLimits limits, List<Problem> problems, List<Span> strange) {
        this.events = events;
        this.file = file;
        this.limits = limits;
        this.problems = problems;
        this.strange = strange;
    }

    /// @return the whole tree
    /// @throws TooLarge when depth or size, aliases written out, exceed the limits
    Node build() {
        return build(NodePath.ROOT, 0).node();
    }

    private Built build(NodePath path, int depth) {
        var event = (NodeEvent) events.get(at++);
        if (event instanceof AliasEvent alias) {
            return alias(alias, path, depth);
        }
        var anchor = event.getAnchor();
        if (anchor.isEmpty()) {
            return fresh(event, path, depth);
        }
        var anchored = new Anchored();
        anchors.put(anchor.get(), anchored);
        var built = fresh(event, path, depth);
        anchored.built = built;
        return built;
    }

    private Built alias(AliasEvent event, NodePath path, int depth) {
        var alias = span(event, event);
        var anchored = anchors.get(event.getAlias());
        var target = anchored == null ? null : anchored.built;
        if (target == null) {
            problem(ProblemCode.UNREADABLE, "this alias stands inside what it refers to", alias, path);
            strange.add(alias);
            endless.add(alias);
            return new Built(new Node.Scalar("", Node.Kind.NULL, Node.Style.PLAIN, null, alias), 0, 1);
        }
        if (depth + target.height() > limits.levels()) {
            throw tooDeep(alias);
        }
        return target;
    }

    private Built fresh(NodeEvent event, NodePath path, int depth) {
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar, path);
        }
        var start = (CollectionStartEvent) event;
        if (depth == limits.levels()) {
            throw tooDeep(span(start, end()));
        }
        return start instanceof MappingStartEvent ? mapping(start, path, depth + 1) : sequence(start, path, depth + 1);
    }

    private Built scalar(ScalarEvent event, NodePath path) {
        var span = span(event, event);
        var written = event.getTag();
        var kind = written.isEmpty() || written.get().equals("!")
                ? Scalars.kind(event.getValue(), event.getImplicit().canOmitTagInPlainScalar())
                : Scalars.tagged(written.get());
        var tag = tag(written, span, path);
        var scalar = new Node.Scalar(event.getValue(), kind, style(event.getScalarStyle()), tag, span);
        return new Built(scalar, 0, event.getValue().length() + 1L);
    }

    private Built sequence(CollectionStartEvent start, NodePath path, int depth) {
        var items = new ArrayList<Node>();
        int height = 0;
        long size = 1;
        while (!(events.get(at) instanceof CollectionEndEvent)) {
            var built = build(path.index(items.size()), depth);
            items.add(built.node());
            height = Math.max(height, built.height());
            size += built.size();
            if (size > limits.bytes()) {
                throw tooLong(span(start, end()));
            }
        }
        var span = span(start, events.get(at++));
        return new Built(new Node.Sequence(items, tag(start.getTag(), span, path), span), height + 1, size);
    }

    private Built mapping(CollectionStartEvent start, NodePath path, int depth) {
        var own = new HashMap<String, Span>();
        var pairs = new ArrayList<Pair>();
        while (!(events.get(at) instanceof CollectionEndEvent)) {
            var pair = pair(path, depth);
            if (pair == null) {
                continue;
            }
            var first = own.putIfAbsent(pair.key(), pair.keySpan());
            if (first == null) {
                pairs.add(pair);
            } else {
                var message = "the key \"" + pair.key() + "\" is already given in line " + first.line();
                problem(ProblemCode.DUPLICATE_KEY, message, pair.keySpan(), path.key(pair.key()));
            }
        }
        var span = span(start, events.get(at++));
        var tag = tag(start.getTag(), span, path);
        var entries = new ArrayList<Node.Entry>(pairs.size());
        int height = 0;
        long size = 1;
        for (var pair : pairs) {
            height = Math.max(height, pair.value().height());
            size += pair.key().length() + pair.value().size();
            if (size > limits.bytes()) {
                throw tooLong(span);
            }
            if (pair.merges()) {
                merge(pair, own, entries, path);
            } else {
                entries.add(
                        new Node.Entry(pair.key(), pair.keySpan(), pair.value().node()));
            }
        }
        return new Built(new Node.Mapping(entries, tag, span), height + 1, size);
    }

    /// @return null when the key is no key, which is then reported
    private @Nullable Pair pair(NodePath path, int depth) {
        var key = build(path, depth).node();
        var name = key instanceof Node.Scalar scalar ? scalar.text() : "";
        var value = build(path.key(name), depth);
        if (!(key instanceof Node.Scalar scalar) || (name.isEmpty() && scalar.style() == Node.Style.PLAIN)) {
            problem(ProblemCode.INVALID_VALUE, "a key must be a word or a quoted text", key.span(), path);
            return null;
        }
        boolean merges = name.equals(MERGE) && scalar.style() == Node.Style.PLAIN;
        return new Pair(name, key.span(), merges, value);
    }

    /// Adds the entries of the merged maps that the map does not give itself; of several maps the first wins.
    private void merge(Pair pair, Map<String, Span> own, List<Node.Entry> entries, NodePath path) {
        var value = pair.value().node();
        var sources = value.elements();
        for (var source : sources) {
            if (endless.contains(source.span())) {
                continue;
            }
            if (!(source instanceof Node.Mapping map)) {
                var message = "\"<<\" takes a map or a list of maps, not " + source.describe();
                problem(ProblemCode.INVALID_VALUE, message, source.span(), path.key(MERGE));
                continue;
            }
            for (var entry : map.entries()) {
                if (own.putIfAbsent(entry.key(), entry.keySpan()) == null) {
                    entries.add(entry);
                }
            }
        }
    }

    private @Nullable String tag(Optional<String> tag, Span span, NodePath path) {
        if (tag.isEmpty() || !tag.get().startsWith("!") || tag.get().length() == 1) {
            return null;
        }
        var written = UriEncoder.encode(tag.get());
        var name = written.substring(1);
        if (TAGS.contains(name)) {
            return name;
        }
        var near = NearNames.of(name, TAGS);
        var message = "the tag \"" + written + "\" has no meaning";
        problems.add(Problem.error(ProblemCode.INVALID_VALUE, message, span, path.toString())
                .suggesting(near.isEmpty() ? null : "!" + near.getFirst())
                .hinting("Tags are !" + String.join(", !", TAGS) + "."));
        strange.add(span);
        return null;
    }

    private TooLarge tooDeep(Span span) {
        return new TooLarge("more than " + limits.levels() + " levels of lists and maps", span);
    }

    private TooLarge tooLong(Span span) {
        return new TooLarge("with its aliases written out the text is longer than " + limits.bytes() + " bytes", span);
    }

    /// @return the end of the innermost list or map of which only a part has been taken
    private Event end() {
        int open = 1;
        int next = at;
        while (open > 0) {
            var event = events.get(next++);
            open += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
        }
        return events.get(next - 1);
    }

    private void problem(ProblemCode code, String message, Span span, NodePath path) {
        problems.add(Problem.error(code, message, span, path.toString()));
    }

    private Span span(Event first, Event last) {
        return Marks.span(file, first.getStartMark(), last.getEndMark());
    }

    private static Node.Style style(ScalarStyle style) {
        return switch (style) {
            case PLAIN -> Node.Style.PLAIN;
            case SINGLE_QUOTED -> Node.Style.SINGLE_QUOTED;
            case DOUBLE_QUOTED, JSON_SCALAR_STYLE -> Node.Style.DOUBLE_QUOTED;
            case LITERAL -> Node.Style.LITERAL;
            case FOLDED -> Node.Style.FOLDED;
        };
    }
}
