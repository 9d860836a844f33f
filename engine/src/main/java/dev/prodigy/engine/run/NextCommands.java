package dev.prodigy.engine.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The commands at the end of the message of a run that its policy stopped: what a person can type next (spec 02
/// §6.4). Whoever shows them at a place of their own takes them off.
public final class NextCommands {
    private static final String BEGINS = "; next: ";
    private static final String BETWEEN = ", or ";

    private NextCommands() {}

    /// @param commands at least one, what is nearest first
    /// @return the message that ends with the commands
    public static String behind(String message, List<String> commands) {
        return message + BEGINS + String.join(BETWEEN, commands);
    }

    /// @return the message without the commands at its end
    public static String without(String message) {
        int at = message.lastIndexOf(BEGINS + "prodigy ");
        return at < 0 ? message : message.substring(0, at);
    }

    /// @return the commands at the end of the message, or null where there are none
    public static @Nullable String in(String message) {
        int told = without(message).length();
        return told == message.length() ? null : message.substring(told + BEGINS.length());
    }

    /// @return the first of the commands at the end of the message, or null where there are none
    public static @Nullable String first(String message) {
        var all = in(message);
        int end = all == null ? -1 : all.indexOf(BETWEEN);
        return all == null || end < 0 ? all : all.substring(0, end);
    }
}
