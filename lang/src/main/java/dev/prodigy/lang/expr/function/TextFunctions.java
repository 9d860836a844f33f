package dev.prodigy.lang.expr.function;

import dev.prodigy.lang.expr.value.FileName;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Functions over text. Numbers and booleans count as their text; null, lists and objects give null.
final class TextFunctions {
    static final List<ValueFunction> ALL = List.of(
            ValueFunction.one("length", TextFunctions::length),
            text("lower", text -> text.toLowerCase(Locale.ROOT)),
            text("upper", text -> text.toUpperCase(Locale.ROOT)),
            text("trim", String::strip),
            text("basename", FileName::base),
            text("dirname", FileName::directory),
            new ValueFunction("replace", 3, 3, TextFunctions::replace),
            ValueFunction.two("split", TextFunctions::split),
            ValueFunction.two("join", TextFunctions::join),
            ValueFunction.any("concat", TextFunctions::concat));

    private TextFunctions() {}

    private static ValueFunction text(String name, UnaryOperator<String> change) {
        return ValueFunction.one(name, value -> {
            String text = ValueText.ofScalar(value);
            return text == null ? Value.Null.NULL : new Value.Text(change.apply(text));
        });
    }

    private static Value length(Value value) {
        return switch (value) {
            case Value.Text(String text) -> Value.of(text.codePointCount(0, text.length()));
            case Value.Items(var values) -> Value.of(values.size());
            case Value.Fields(var members) -> Value.of(members.size());
            case Value.Null _, Value.Bool _, Value.Num _ -> Value.Null.NULL;
        };
    }

    private static Value replace(List<Value> arguments) {
        String text = ValueText.ofScalar(arguments.get(0));
        String old = ValueText.ofScalar(arguments.get(1));
        String fresh = ValueText.ofScalar(arguments.get(2));
        if (text == null || old == null || fresh == null) {
            return Value.Null.NULL;
        }
        if (old.isEmpty()) {
            return new Value.Text(text);
        }
        var result = new BoundedText();
        int from = 0;
        for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, from)) {
            result.append(text, from, at).append(fresh);
            from = at + old.length();
        }
        return result.append(text, from, text.length()).value();
    }

    /// An empty separator cuts between all characters.
    private static Value split(Value value, Value by) {
        String text = ValueText.ofScalar(value);
        String separator = ValueText.ofScalar(by);
        if (text == null || separator == null) {
            return Value.Null.NULL;
        }
        if (separator.isEmpty()) {
            return Value.ofTexts(text.codePoints().mapToObj(Character::toString).toList());
        }
        var parts = new ArrayList<String>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        return Value.ofTexts(parts);
    }

    private static Value join(Value value, Value by) {
        String separator = ValueText.ofScalar(by);
        if (!(value instanceof Value.Items(var values)) || separator == null) {
            return Value.Null.NULL;
        }
        var result = new BoundedText();
        for (int i = 0; i < values.size(); i++) {
            result.append(i == 0 ? "" : separator).append(ValueText.of(values.get(i)));
        }
        return result.value();
    }

    private static Value concat(List<Value> arguments) {
        var result = new BoundedText();
        arguments.forEach(each -> result.append(ValueText.of(each)));
        return result.value();
    }
}
