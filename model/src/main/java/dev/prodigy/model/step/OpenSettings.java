package dev.prodigy.model.step;

import dev.prodigy.model.text.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The numbers, booleans, durations and names of a step for which placeholders stand, wherever in its options they do
/// (spec 01 §1, "Scalars"). They are known when the step starts.
///
/// @param settings each placeholder with what may stand in its place
/// @param reading makes the step that they give
public record OpenSettings(List<Setting.Later<?>> settings, Reading reading) {
    public OpenSettings {
        settings = List.copyOf(settings);
    }

    /// Reads a step again.
    @FunctionalInterface
    public interface Reading {
        /// @param values by placeholder, each of which may stand in its place
        Step read(Map<String, String> values) throws Clash;
    }

    /// Values that may stand in their places do not go together.
    public static final class Clash extends Exception {
        private static final long serialVersionUID = 1;

        /// @param message for people
        public Clash(String message) {
            super(message);
        }
    }

    /// @return the same of the step that has this limit on each execution where it says none of its own
    OpenSettings limitedTo(Setting<Duration> attempt) {
        return new OpenSettings(settings, values -> reading.read(values).limitedTo(attempt));
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
