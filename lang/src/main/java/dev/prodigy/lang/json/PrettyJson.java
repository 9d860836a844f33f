package dev.prodigy.lang.json;

import dev.prodigy.model.value.Value;

/// JSON for people: indented by two (spec 01 §2, `write_file`).
public final class PrettyJson {
    private PrettyJson() {}

    /// @return the value, one member or element a line; no line end behind it
    public static String write(Value value) {
        var text = new StringBuilder();
        write(value, 0, text);
        return text.toString();
    }

    private static void write(Value value, int depth, StringBuilder to) {
        switch (value) {
            case Value.Items(var values)
            when !values.isEmpty() -> {
                to.append('[');
                var separator = "";
                for (var each : values) {
                    indent(to.append(separator), depth + 1);
                    write(each, depth + 1, to);
                    separator = ",";
                }
                indent(to, depth).append(']');
            }
            case Value.Fields(var members)
            when !members.isEmpty() -> {
                to.append('{');
                var separator = "";
                for (var each : members.entrySet()) {
                    indent(to.append(separator), depth + 1)
                            .append(Json.write(Value.of(each.getKey())))
                            .append(": ");
                    write(each.getValue(), depth + 1, to);
                    separator = ",";
                }
                indent(to, depth).append('}');
            }
            case Value.Items _, Value.Fields _, Value.Text _, Value.Num _, Value.Bool _, Value.Null _ ->
                to.append(Json.write(value));
        }
    }

    private static StringBuilder indent(StringBuilder to, int depth) {
        return to.append('\n').repeat("  ", depth);
    }
}
