package dev.prodigy.lang.yaml;

import dev.prodigy.lang.expr.scope.NearNames;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Turns the library's node graph into our {@link Node} tree: follows aliases, applies `<<`, checks keys and tags.
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

    private final String file;
    private final DocumentLimits limits;
    private final Queue<Span> aliases;
    private final List<Problem> problems;
    private final List<Span> strange;
    private final IdentityHashMap<org.snakeyaml.engine.v2.nodes.Node, @Nullable Built> anchored =
            new IdentityHashMap<>();
    /// Aliases inside of what they refer to, for which nothing stands in the tree.
    private final Set<Span> endless = new HashSet<>();

    TreeBuilder(String file, DocumentLimits limits, Queue<Span> aliases, List<Problem> problems, List<Span> strange) {
        this.file = file;
        this.limits = limits;
        this.aliases = aliases;
        this.problems = problems;
        this.strange = strange;
    }

    /// @return the whole tree
    /// @throws TooLarge when depth or size, aliases written out, exceed the limits
    Node build(org.snakeyaml.engine.v2.nodes.Node root) {
        return build(root, NodePath.ROOT, 0).node();
    }

    private Built build(org.snakeyaml.engine.v2.nodes.Node node, NodePath path, int depth) {
        if (node.getAnchor().isEmpty()) {
            return fresh(node, path, depth);
        }
        if (!anchored.containsKey(node)) {
            anchored.put(node, null);
            var built = fresh(node, path, depth);
            anchored.put(node, built);
            return built;
        }
        var alias = aliases.isEmpty() ? span(node) : aliases.remove();
        var target = anchored.get(node);
        if (target == null) {
            problem(ProblemCode.UNREADABLE, "this alias stands inside what it refers to", alias, path);
            strange.add(alias);
            endless.add(alias);
            return new Built(new Node.Scalar("", Node.Kind.NULL, Node.Style.PLAIN, null, alias), 0, 1);
        }
        checkDepth(depth + target.height(), alias);
        return target;
    }

    private Built fresh(org.snakeyaml.engine.v2.nodes.Node node, NodePath path, int depth) {
        var span = span(node);
        var tag = tag(node, span, path);
        return switch (node) {
            case ScalarNode scalar -> scalar(scalar, tag, span);
            case SequenceNode sequence -> sequence(sequence, tag, span, path, depth + 1);
            case MappingNode mapping -> mapping(mapping, tag, span, path, depth + 1);
            default -> throw new IllegalStateException("an unknown kind of YAML node: " + node.getNodeType());
        };
    }

    private static Built scalar(ScalarNode node, @Nullable String tag, Span span) {
        var scalar =
                new Node.Scalar(node.getValue(), Scalars.kind(node.getTag()), style(node.getScalarStyle()), tag, span);
        return new Built(scalar, 0, node.getValue().length() + 1L);
    }

    private Built sequence(SequenceNode node, @Nullable String tag, Span span, NodePath path, int depth) {
        checkDepth(depth, span);
        var items = new ArrayList<Node>(node.getValue().size());
        int height = 0;
        long size = 1;
        for (var each : node.getValue()) {
            var built = build(each, path.index(items.size()), depth);
            items.add(built.node());
            height = Math.max(height, built.height());
            size = grown(size, built.size(), span);
        }
        return new Built(new Node.Sequence(items, tag, span), height + 1, size);
    }

    private Built mapping(MappingNode node, @Nullable String tag, Span span, NodePath path, int depth) {
        checkDepth(depth, span);
        var own = new HashMap<String, Span>();
        var pairs = new ArrayList<Pair>(node.getValue().size());
        for (var tuple : node.getValue()) {
            var pair = pair(tuple, path, depth);
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
        var entries = new ArrayList<Node.Entry>(pairs.size());
        int height = 0;
        long size = 1;
        for (var pair : pairs) {
            height = Math.max(height, pair.value().height());
            size = grown(size, pair.key().length() + pair.value().size(), span);
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
    private @Nullable Pair pair(NodeTuple tuple, NodePath path, int depth) {
        var key = build(tuple.getKeyNode(), path, depth).node();
        var name = key instanceof Node.Scalar scalar ? scalar.text() : "";
        var value = build(tuple.getValueNode(), path.key(name), depth);
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
        var sources = value instanceof Node.Sequence list ? list.items() : List.of(value);
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

    private @Nullable String tag(org.snakeyaml.engine.v2.nodes.Node node, Span span, NodePath path) {
        var written = node.getTag().getValue();
        if (!written.startsWith("!") || written.length() == 1) {
            return null;
        }
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

    private void checkDepth(int depth, Span span) {
        if (depth > limits.levels()) {
            throw new TooLarge("more than " + limits.levels() + " levels of lists and maps", span);
        }
    }

    private long grown(long size, long by, Span span) {
        if (size + by > limits.bytes()) {
            throw new TooLarge(
                    "with its aliases written out the text is longer than " + limits.bytes() + " bytes", span);
        }
        return size + by;
    }

    private void problem(ProblemCode code, String message, Span span, NodePath path) {
        problems.add(Problem.error(code, message, span, path.toString()));
    }

    private Span span(org.snakeyaml.engine.v2.nodes.Node node) {
        return Marks.span(file, node.getStartMark(), node.getEndMark());
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
