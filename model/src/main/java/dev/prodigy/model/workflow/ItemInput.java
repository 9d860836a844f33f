package dev.prodigy.model.workflow;

import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where work items come from (spec 03 §3).
public sealed interface ItemInput {

    /// A list in the workflow file.
    record Listed(List<Value> items) implements ItemInput {
        public Listed {
            items = List.copyOf(items);
        }
    }

    /// A file.
    record File(Text path, @Nullable ItemFormat format) implements ItemInput {}

    /// The output of a shell command.
    record Command(
            Text command,
            @Nullable ItemFormat format,
            @Nullable Setting<Duration> timeout) implements ItemInput {
        /// The limit of a command that is given none.
        public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(5);
    }

    /// A text that is a file where such a file exists or its ending says so, else a command.
    record FileOrCommand(Text text) implements ItemInput {}
}
