package dev.prodigy.model.text;

import org.jspecify.annotations.Nullable;

/// A number, boolean or duration that is written down, or stands behind one whole placeholder and is known
/// when the run (a step's option: the step) starts (spec 01 §1, "Scalars").
///
/// @param <T> what the setting is once it is known
public sealed interface Setting<T> {

    /// A value that the file states.
    record Fixed<T>(T value) implements Setting<T> {}

    /// A value that a variable will give; what it gives is then checked like a literal.
    ///
    /// @param text one whole placeholder, `"${NAME}"` or `"$NAME"`
    /// @param literal what could have been written in its place
    record Later<T>(Text text, Literal<T> literal) implements Setting<T> {
        @Override
        public String toString() {
            return "Later[text=" + text + "]";
        }
    }

    /// How a value is written that a placeholder may stand for.
    ///
    /// @param <T> what it means
    interface Literal<T> {
        /// @return what the text means, or null when it cannot be written there
        @Nullable
        T read(String text);

        /// @return what a message says was expected
        String expects();

        /// @return whether it is a text, in which what nobody declares stays as it is (spec 01 §9.1)
        default boolean isText() {
            return false;
        }
    }

    /// @param setting of a run that has begun, so that nothing waits for a variable any more
    /// @return its value, or null where none is set
    static <T> @Nullable T known(@Nullable Setting<T> setting) {
        return switch (setting) {
            case null -> null;
            case Fixed<T>(var value) -> value;
            case Later<T>(var text, var _) ->
                throw new IllegalStateException(text + " has no value though the run has begun");
        };
    }

    /// @return a setting whose value is known
    static <T> Setting<T> of(T value) {
        return new Fixed<>(value);
    }
}
