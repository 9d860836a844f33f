package dev.prodigy.model.text;

import org.jspecify.annotations.Nullable;

/// A number or duration outside of steps that is written down, or stands behind one whole placeholder and is known when
/// the run starts (spec 01 §1, "Scalars").
///
/// @param <T> what the setting is once it is known
public sealed interface Setting<T> {

    /// A value that the file states.
    record Fixed<T>(T value) implements Setting<T> {}

    /// A value that a variable will give; what it gives is then checked like a literal.
    ///
    /// @param text one whole placeholder, `"${NAME}"` or `"$NAME"`
    record Later<T>(Text text) implements Setting<T> {}

    /// @param setting of a run that has begun, so that nothing waits for a variable any more
    /// @return its value, or null where none is set
    static <T> @Nullable T known(@Nullable Setting<T> setting) {
        return switch (setting) {
            case null -> null;
            case Fixed<T>(var value) -> value;
            case Later<T>(var text) -> throw new IllegalStateException(text + " has no value though the run has begun");
        };
    }

    /// @return a setting whose value is known
    static <T> Setting<T> of(T value) {
        return new Fixed<>(value);
    }
}
