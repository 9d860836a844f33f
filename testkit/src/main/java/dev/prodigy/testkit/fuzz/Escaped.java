package dev.prodigy.testkit.fuzz;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;

/// A text on one line, as a JSON string without its quotes.
public final class Escaped {
    private Escaped() {}

    /// @return the text without line ends and control characters
    public static String of(String text) {
        var json = Json.write(Value.of(text));
        return json.substring(1, json.length() - 1);
    }
}
