package dev.prodigy.lang.yaml;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A tree as JSON and back, without loss but for positions and quotes.
///
/// A scalar becomes the JSON value it stands for when that is written with the same characters. Otherwise the
/// spelling is kept as `{"$plain": "0644"}`. Tags are `{"$tag": "pattern", "$value": …}`. A map whose own
/// keys would look like one of these is wrapped as `{"$map": {…}}`.
public final class NodeJson {
    private static final String PLAIN = "$plain";
    private static final String TAG = "$tag";
    private static final String VALUE = "$value";
    private static final String MAP = "$map";

    private NodeJson() {}

    /// @return the JSON of a tree
    public static Value of(Node node) {
        var tag = node.tag();
        if (tag == null) {
            return untagged(node);
        }
        var members = new LinkedHashMap<String, Value>();
        members.put(TAG, new Value.Text(tag));
        members.put(VALUE, untagged(node));
        return new Value.Fields(members);
    }

    /// @param file the name that the tree's positions get
    /// @return the tree of a JSON that {@link #of} gave; any other JSON is read as the document that it is
    public static Node tree(Value value, String file) {
        return tree(value, null, Span.startOf(file));
    }

    private static Value untagged(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar(scalar);
            case Node.Sequence sequence ->
                new Value.Items(sequence.items().stream().map(NodeJson::of).toList());
            case Node.Mapping mapping -> {
                var members = new LinkedHashMap<String, Value>();
                boolean clash = false;
                for (var entry : mapping.entries()) {
                    members.put(entry.key(), of(entry.value()));
                    clash |= entry.key().startsWith("$");
                }
                var fields = new Value.Fields(members);
                yield clash ? new Value.Fields(Map.of(MAP, fields)) : fields;
            }
        };
    }

    private static Value scalar(Node.Scalar scalar) {
        var data = DataValue.of(scalar);
        boolean same = data instanceof Value.Text(var text)
                ? scalar.kind() == Node.Kind.STRING && text.equals(scalar.text())
                : Json.write(data).equals(scalar.text());
        return same ? data : new Value.Fields(Map.of(PLAIN, new Value.Text(scalar.text())));
    }

    private static Node tree(Value value, @Nullable String tag, Span span) {
        return switch (value) {
            case Value.Null _ -> plain("null", Node.Kind.NULL, tag, span);
            case Value.Bool truth -> plain(truth.isTrue() ? "true" : "false", Node.Kind.BOOLEAN, tag, span);
            case Value.Num _ -> number(Json.write(value), tag, span);
            case Value.Text(var text) -> new Node.Scalar(text, Node.Kind.STRING, Node.Style.DOUBLE_QUOTED, tag, span);
            case Value.Items(var values) ->
                new Node.Sequence(
                        values.stream().map(each -> tree(each, null, span)).toList(), tag, span);
            case Value.Fields fields -> fields(fields, tag, span);
        };
    }

    private static Node fields(Value.Fields fields, @Nullable String tag, Span span) {
        if (fields.get(PLAIN) instanceof Value.Text(var text)) {
            return plain(text, Scalars.kind(text), tag, span);
        }
        var tagged = fields.get(VALUE);
        if (fields.get(TAG) instanceof Value.Text(var name) && tagged != null) {
            return tree(tagged, name, span);
        }
        var members = fields.get(MAP) instanceof Value.Fields(var inner) ? inner : fields.members();
        var entries = members.entrySet().stream()
                .map(member -> new Node.Entry(member.getKey(), span, tree(member.getValue(), null, span)))
                .toList();
        return new Node.Mapping(entries, tag, span);
    }

    private static Node number(String text, @Nullable String tag, Span span) {
        return plain(text, Scalars.kind(text), tag, span);
    }

    private static Node plain(String text, Node.Kind kind, @Nullable String tag, Span span) {
        return new Node.Scalar(text, kind, Node.Style.PLAIN, tag, span);
    }
}
