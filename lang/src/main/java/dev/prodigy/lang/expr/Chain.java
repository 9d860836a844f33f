package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.modifier.Modifier;
import dev.prodigy.lang.expr.modifier.Shaped;
import dev.prodigy.lang.expr.modifier.ShellShape;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What follows the path or call of a placeholder: modifiers, and last its default (spec 01 §8.1, §8.2).
///
/// @param fallback the default, or null
record Chain(List<Modifier> modifiers, @Nullable Fallback fallback) {
    static final Chain NONE = new Chain(List.of(), null);

    /// @param source the default as its author wrote it
    record Fallback(Template template, String source) {}

    boolean isEmpty() {
        return modifiers.isEmpty() && fallback == null;
    }

    /// @return that of the default, or null
    @Nullable
    Template text() {
        return fallback == null ? null : fallback.template;
    }

    /// @return how the value will be put into shell text
    ShellShape shape() {
        var shape = ShellShape.PLAIN;
        for (var modifier : modifiers) {
            shape = modifier.shape() == ShellShape.PLAIN ? shape : modifier.shape();
        }
        return shape;
    }

    /// @return the value with the modifiers applied; the default where the value, or what they leave of it, is null
    ///     or empty
    Resolution apply(Value value, Nature nature, ListStyle style, Evaluation evaluation) {
        var shaped = Shaped.of(value, style);
        if (fallback != null && isEmpty(shaped)) {
            return rendered(fallback, evaluation);
        }
        for (var modifier : modifiers) {
            shaped = modifier.apply(shaped);
        }
        return fallback != null && isEmpty(shaped)
                ? rendered(fallback, evaluation)
                : new Resolution.Filled(shaped.value(), nature, shaped.style(), shaped.shape(), null);
    }

    /// @return the default, or what `otherwise` is where there is none
    Resolution orElse(Resolution otherwise, Evaluation evaluation) {
        return fallback == null ? otherwise : rendered(fallback, evaluation);
    }

    private static Resolution rendered(Fallback fallback, Evaluation evaluation) {
        return switch (fallback.template.render(evaluation)) {
            case Resolution.Filled(var value, var nature, var style, var _, var _) ->
                new Resolution.Filled(value, nature, style, ShellShape.PLAIN, fallback.source);
            case Resolution.Undefined undefined -> undefined;
            case Resolution.Failed failed -> failed;
        };
    }

    private static boolean isEmpty(Shaped shaped) {
        return switch (shaped.value()) {
            case Value.Null _ -> true;
            case Value.Text(String text) -> text.isEmpty();
            case Value.Items(var values) -> shaped.shape() == ShellShape.WORDS && values.isEmpty();
            case Value.Bool _, Value.Num _, Value.Fields _ -> false;
        };
    }
}
