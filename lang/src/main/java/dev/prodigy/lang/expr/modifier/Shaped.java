package dev.prodigy.lang.expr.modifier;

import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.UnaryOperator;

/// A value on its way through modifiers.
///
/// @param style how it becomes text when it is a list
/// @param shape how it is to be put into shell text
public record Shaped(Value value, ListStyle style, ShellShape shape) {

    /// @return a value that no modifier has seen yet
    public static Shaped of(Value value, ListStyle style) {
        return new Shaped(value, style, ShellShape.PLAIN);
    }

    /// @return what takes its place in a text that no shell runs
    public String text() {
        return ValueText.of(value, style);
    }

    /// @return another value in its place; only a list can stay words
    Shaped with(Value other) {
        boolean words = shape == ShellShape.WORDS && !(other instanceof Value.Items);
        return new Shaped(other, style, words ? ShellShape.PLAIN : shape);
    }

    Shaped as(ShellShape other) {
        return new Shaped(value, style, other);
    }

    /// @return one text in its place, whatever it was
    Shaped withText(String text) {
        return with(new Value.Text(text));
    }

    /// Changes the text, or each element's where this is a list.
    Shaped mapTexts(UnaryOperator<String> change) {
        return value instanceof Value.Items(var values)
                ? with(Value.ofTexts(
                        values.stream().map(ValueText::of).map(change).toList()))
                : withText(change.apply(text()));
    }

    /// @return the elements, or the value itself as the only one; none for null
    List<Value> elements() {
        return switch (value) {
            case Value.Items(var values) -> values;
            case Value.Null _ -> List.of();
            case Value.Bool _, Value.Num _, Value.Text _, Value.Fields _ -> List.of(value);
        };
    }
}
