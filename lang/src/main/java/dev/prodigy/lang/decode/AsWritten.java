package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The normal form of what stays as it is written, because placeholders in it have no values yet (spec 01 §1,
/// "Scalars").
public final class AsWritten {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$(\\{|[A-Za-z_])");

    private AsWritten() {}

    /// @return whether a placeholder stands somewhere in a tree
    public static boolean isOpen(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> isOpen(scalar.text());
            case Node.Sequence list -> list.items().stream().anyMatch(AsWritten::isOpen);
            case Node.Mapping map -> map.entries().stream().anyMatch(entry -> isOpen(entry.value()));
        };
    }

    /// @param known a normal form in which everything has a value, literals in the place of placeholders
    /// @param written the normal form of what stands in the file
    /// @return the known one, with the placeholders that stand in the file
    public static Value.Fields over(Value.Fields known, @Nullable Value written) {
        var members = new LinkedHashMap<>(known.members());
        if (written instanceof Value.Fields(var own)) {
            own.forEach((name, value) -> {
                if (isOpen(value)) {
                    members.put(name, value);
                }
            });
        }
        return new Value.Fields(members);
    }

    private static boolean isOpen(Value value) {
        return switch (value) {
            case Value.Text(var text) -> isOpen(text);
            case Value.Items(var elements) -> elements.stream().anyMatch(AsWritten::isOpen);
            case Value.Fields(var members) -> members.values().stream().anyMatch(AsWritten::isOpen);
            case Value.Num _, Value.Bool _, Value.Null _ -> false;
        };
    }

    private static boolean isOpen(String text) {
        return PLACEHOLDER.matcher(text).find();
    }

    /// @return the tree as data; a tag becomes the key that means the same
    public static Value of(Node node) {
        return node.tag() == null ? untagged(node) : Schemas.of(node.tag(), untagged(node));
    }

    private static Value untagged(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> DataValue.of(scalar);
            case Node.Sequence list ->
                new Value.Items(list.items().stream().map(AsWritten::of).toList());
            case Node.Mapping map -> {
                var members = new LinkedHashMap<String, Value>();
                map.entries().forEach(entry -> members.put(entry.key(), of(entry.value())));
                yield new Value.Fields(members);
            }
        };
    }
}
