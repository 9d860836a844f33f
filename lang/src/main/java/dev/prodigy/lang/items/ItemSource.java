package dev.prodigy.lang.items;

import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Work items, read one by one as they are asked for.
@FunctionalInterface
public interface ItemSource {
    /// @return the next item, or null after the last
    /// @throws InputInvalid when the text is not what its format says, which may show after items were returned
    /// @throws java.io.UncheckedIOException when reading fails
    @Nullable
    Value next();
}
