package dev.prodigy.lang.shell.request;

import java.util.List;

/// What one placeholder of a shell text stands for, as its {@link Resolver} found it (spec 01 §8, §9).
public sealed interface Fill {

    /// Not the workflow's: the shell gets the `${…}` byte for byte, placeholders inside it are still filled.
    record Foreign() implements Fill {}

    /// The author's own words, inserted as if typed there: the shell parses them, but no placeholder in them is
    /// filled.
    record Text(String text) implements Fill {}

    /// The author's own words with placeholders in them, read as if typed there: a default as it was written.
    record Fallback(String text) implements Fill {}

    /// A value from outside. It reaches the shell by reference and is never parsed.
    record Data(String value) implements Fill {}

    /// The `:words` modifier: one shell word for each value where words can be split, else joined by a space.
    record Words(List<String> values) implements Fill {
        public Words {
            values = List.copyOf(values);
        }
    }

    /// The `:raw` modifier: inserted as if typed there, on the author's responsibility.
    record Raw(String text) implements Fill {}

    /// Several fills side by side, such as a default that mixes the author's words with data.
    /// A {@link Foreign} among them stands for nothing.
    record Parts(List<Fill> parts) implements Fill {
        public Parts {
            parts = List.copyOf(parts);
        }
    }

    /// No value can be given: the step fails.
    ///
    /// @param code the error code, such as `UNDEFINED_VARIABLE`
    /// @param message one line for people
    record Failed(String code, String message) implements Fill {}
}
