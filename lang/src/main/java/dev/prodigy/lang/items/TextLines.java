package dev.prodigy.lang.items;

import dev.prodigy.model.value.Value;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/// One string for each line that is not blank, its ending removed.
final class TextLines implements ItemSource {
    private final Characters text;
    private final ItemLimits limits;

    TextLines(Reader text, ItemLimits limits) {
        this.text = new Characters(text);
        this.limits = limits;
    }

    @Override
    public @Nullable Value next() {
        while (true) {
            int number = text.line();
            String line = text.nextLine(limits, limits.itemBytes());
            if (line == null) {
                return null;
            }
            if (!line.isBlank()) {
                return limits.requireSmall(new Value.Text(line), number, 1);
            }
        }
    }
}
