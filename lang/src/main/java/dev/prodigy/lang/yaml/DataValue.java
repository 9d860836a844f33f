package dev.prodigy.lang.yaml;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;

/// A tree as plain data, for places that take any value: work items, defaults, the content of a JSON file.
///
/// Scalars become what the YAML 1.2 core schema says: `0644` is 644, `0x1F` is 31. What JSON cannot say stays text:
/// `.inf`, `.nan`, and numbers beyond 10^±10000.
public final class DataValue {
    private static final int MAX_EXPONENT = 10_000;
    private static final int MAX_DIGITS = 1000;

    private DataValue() {}

    /// @return the data a tree stands for; tags are ignored
    public static Value of(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> of(scalar);
            case Node.Sequence sequence ->
                new Value.Items(sequence.items().stream().map(DataValue::of).toList());
            case Node.Mapping mapping -> {
                var members = new LinkedHashMap<String, Value>();
                for (var entry : mapping.entries()) {
                    members.put(entry.key(), of(entry.value()));
                }
                yield new Value.Fields(members);
            }
        };
    }

    /// @return the same where a text is expected: a number or boolean keeps its spelling (spec 01 §1)
    public static Value spelled(Node node) {
        return node instanceof Node.Scalar scalar && !scalar.isNull() ? new Value.Text(scalar.text()) : of(node);
    }

    /// @return the data one scalar stands for
    public static Value of(Node.Scalar scalar) {
        return switch (scalar.kind()) {
            case STRING -> new Value.Text(scalar.text());
            case NULL -> Value.Null.NULL;
            case BOOLEAN -> Value.of(scalar.text().equalsIgnoreCase("true"));
            case INTEGER, FLOAT -> number(scalar.text());
        };
    }

    private static Value number(String text) {
        if (text.length() > MAX_DIGITS) {
            return new Value.Text(text);
        }
        if (text.startsWith("0x")) {
            return new Value.Num(new BigDecimal(new BigInteger(text.substring(2), 16)));
        }
        if (text.startsWith("0o")) {
            return new Value.Num(new BigDecimal(new BigInteger(text.substring(2), 8)));
        }
        try {
            var number = new BigDecimal(text);
            boolean sane = Math.abs((long) number.scale()) <= MAX_EXPONENT;
            return sane ? new Value.Num(number) : new Value.Text(text);
        } catch (NumberFormatException e) {
            return new Value.Text(text);
        }
    }
}
