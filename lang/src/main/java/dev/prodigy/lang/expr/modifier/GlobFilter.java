package dev.prodigy.lang.expr.modifier;

import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;

/// Keeps the elements of a list whose path matches (spec 01 §8.3). A value that is no list is a list of one.
record GlobFilter(Glob glob) implements Modifier {
    @Override
    public Shaped apply(Shaped value) {
        return value.with(new Value.Items(value.elements().stream()
                .filter(each -> glob.matches(ValueText.of(each)))
                .toList()));
    }
}
