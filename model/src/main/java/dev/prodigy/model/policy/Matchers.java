package dev.prodigy.model.policy;

import dev.prodigy.model.value.Value;
import java.util.List;

/// A list of matchers, of which one has to fit; an empty list fits nothing.
public record Matchers(List<Matcher> entries) {
    /// Fits nothing.
    public static final Matchers NONE = new Matchers(List.of());

    public Matchers {
        entries = List.copyOf(entries);
    }

    /// @return a list of these entries
    public static Matchers of(Matcher... entries) {
        return new Matchers(List.of(entries));
    }

    /// @return whether there is no entry
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /// @return the list as it could be written in a workflow
    public Value toValue() {
        return new Value.Items(entries.stream().map(Matcher::toValue).toList());
    }
}
