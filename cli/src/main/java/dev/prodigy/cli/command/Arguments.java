package dev.prodigy.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was given on the command line, read and checked.
///
/// @param words what stood beside the options
/// @param given the values of each option that was given, in their order
public record Arguments(List<String> words, Map<Option<?>, List<Object>> given) {
    public Arguments {
        words = List.copyOf(words);
        given = Map.copyOf(given);
    }

    /// @return whether the option was given
    public boolean has(Option<?> option) {
        return given.containsKey(option);
    }

    /// @return how often it was given
    public int count(Option<?> option) {
        return given.getOrDefault(option, List.of()).size();
    }

    /// @return its value, or null when it was not given
    public <T> @Nullable T value(Option<T> option) {
        var values = values(option);
        return values.isEmpty() ? null : values.getLast();
    }

    /// @return its values, in the order given
    @SuppressWarnings("unchecked") // the parser put there what this option's reader gave
    public <T> List<T> values(Option<T> option) {
        var values = new ArrayList<T>();
        given.getOrDefault(option, List.of()).forEach(value -> values.add((T) value));
        return values;
    }

    /// @return the word at this place, from 0, or null
    public @Nullable String word(int index) {
        return index < words.size() ? words.get(index) : null;
    }
}
