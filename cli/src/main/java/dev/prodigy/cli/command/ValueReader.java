package dev.prodigy.cli.command;

/// Reads the value of an option.
///
/// @param <T> what it becomes
@FunctionalInterface
public interface ValueReader<T> {

    /// @param text as given
    /// @throws UnreadableValue when the text is no such value
    T read(String text);

    /// A value cannot be read. The message says what would be right: it completes "must be …".
    final class UnreadableValue extends RuntimeException {
        private static final long serialVersionUID = 1;

        /// @param expected such as `an integer from 1`
        public UnreadableValue(String expected) {
            super(expected, null, false, false);
        }

        /// @return what would be right
        public String expected() {
            return String.valueOf(getMessage());
        }
    }
}
