package dev.prodigy.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An option of a command: a constant that declares it and later asks for what was given.
///
/// @param <T> what a given value becomes; of a flag `Boolean`
/// @param names all spellings, such as `-n` and `--max-iterations`
/// @param label the value's name in help, empty for a flag
/// @param meaning one line for help
/// @param isRepeatable whether it may be given more than once; a flag always may
/// @param reader reads a value
public record Option<T>(List<String> names, String label, String meaning, boolean isRepeatable, ValueReader<T> reader) {
    public Option {
        names = List.copyOf(names);
    }

    /// An option without a value.
    ///
    /// @param names at least one
    public static Option<Boolean> flag(String meaning, String... names) {
        return new Option<>(List.of(names), "", meaning, true, _ -> true);
    }

    /// An option with one value, given at most once.
    ///
    /// @param names at least one
    public static <T> Option<T> value(ValueReader<T> reader, String label, String meaning, String... names) {
        return new Option<>(List.of(names), label, meaning, false, reader);
    }

    /// An option with a value, given any number of times.
    ///
    /// @param names at least one
    public static <T> Option<T> values(ValueReader<T> reader, String label, String meaning, String... names) {
        return new Option<>(List.of(names), label, meaning, true, reader);
    }

    /// A constant is equal to itself alone; what records have by themselves would be made anew by each start.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /// @return whether it stands alone
    public boolean isFlag() {
        return label.isEmpty();
    }

    /// @return the spelling that messages use: the first long one
    public String name() {
        return names.stream().filter(name -> name.startsWith("--")).findFirst().orElse(names.getFirst());
    }

    /// @return short spellings first, as help shows them
    public List<String> shortFirst() {
        var sorted = new ArrayList<>(names);
        sorted.sort((one, other) -> Boolean.compare(one.startsWith("--"), other.startsWith("--")));
        return sorted;
    }
}
