package dev.prodigy.model.step;

import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import java.util.List;

/// Where the items of a `foreach` come from (spec 01 §2).
public sealed interface ForeachInput {

    /// A list in the file.
    record Listed(List<Data> elements) implements ForeachInput {
        public Listed {
            elements = List.copyOf(elements);
        }
    }

    /// One whole placeholder; when its value is a list these are the items, else the text is a command.
    record Placed(Text text) implements ForeachInput {}

    /// A shell command whose output gives the items.
    record Printed(Text command) implements ForeachInput {}
}
