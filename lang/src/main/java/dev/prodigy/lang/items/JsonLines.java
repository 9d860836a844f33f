package dev.prodigy.lang.items;

import dev.prodigy.model.value.Value;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/// One JSON value for each line that is not blank.
final class JsonLines implements ItemSource {
    /// Blanks and escapes make a line longer than its item.
    private static final int CHARACTERS_PER_BYTE = 4;

    private final Characters text;
    private final JsonText json;
    private final Accepted accepted;
    private final ItemLimits limits;

    /// What a line may be.
    enum Accepted {
        ANY_VALUE,
        /// By which content is recognised as JSON Lines.
        OBJECT_OR_ARRAY
    }

    JsonLines(Reader text, JsonText json, Accepted accepted, ItemLimits limits) {
        this.text = new Characters(text);
        this.json = json;
        this.accepted = accepted;
        this.limits = limits;
    }

    @Override
    public @Nullable Value next() {
        while (true) {
            int number = text.line();
            String line = text.nextLine(limits, longestLine(limits));
            if (line == null) {
                return null;
            }
            if (!line.isBlank()) {
                var item = json.line(line, number);
                boolean simple = !(item instanceof Value.Fields || item instanceof Value.Items);
                if (simple && accepted == Accepted.OBJECT_OR_ARRAY) {
                    throw json.invalid("a JSON object or array was expected, as on the lines before", number, 1);
                }
                return item;
            }
        }
    }

    /// @return how many characters a line may have
    static int longestLine(ItemLimits limits) {
        return CHARACTERS_PER_BYTE * limits.itemBytes();
    }
}
