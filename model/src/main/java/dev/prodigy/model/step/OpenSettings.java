package dev.prodigy.model.step;

import dev.prodigy.model.text.Text;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The numbers, booleans, durations and names of a step for which placeholders stand, wherever in its options they do
/// (spec 01 §1, "Scalars"). They are known when the step starts.
///
/// @param settings each of them, with what may stand in its place
/// @param reading makes the step that they give
public record OpenSettings(List<Open> settings, Reading reading) {
    public OpenSettings {
        settings = List.copyOf(settings);
    }

    /// One of them.
    ///
    /// @param text one whole placeholder, or a text with placeholders in it
    /// @param path of its place in the step, such as `retry_config.attempts`
    /// @param literal what may stand in its place
    /// @param isForeseen whether the step has the value already that it will come to; else nothing or a literal
    ///     stands in for it
    public record Open(Text text, String path, Literal literal, boolean isForeseen) {
        /// @return whether it is part of what a report says
        public boolean changes(Figure figure) {
            return figure.places.matcher(path).matches();
        }

        @Override
        public String toString() {
            return path + ": " + text;
        }
    }

    /// What reports say of a step before it starts, which settings change.
    public enum Figure {
        /// The number of attempts of its own retries.
        ATTEMPTS("retry(_config)?(\\.(max_)?attempts)?"),
        /// The whole of its own retries.
        RETRIES("retry(_config)?(\\..*)?"),
        /// Its circuit breaker.
        BREAKER("(retry(_config)?\\.)?circuit_breaker(\\..*)?"),
        /// The limit of each execution.
        TIMEOUT("timeout(_ms)?"),
        /// How often its programs may be executed at most, and the waits between that.
        WORST_CASE(
                "retry(_config)?(\\.((max_)?attempts|(backoff|initial|max_delay).*))?"
                        + "|(foreach\\.)?max_items"
                        + "|(on_failure|on_exit_code|validate)(\\.|\\[).*(attempts|retries|strategy|fail_workflow|retry_original)");

        private final Pattern places;

        Figure(String places) {
            this.places = Pattern.compile(places);
        }
    }

    /// How a value is written that a placeholder may stand for.
    public interface Literal {
        /// @return whether the text may stand there
        boolean allows(String text);

        /// @return what a message says was expected
        String expects();

        /// @return whether it is a text, in which what nobody declares stays as it is (spec 01 §9.1)
        boolean isText();
    }

    /// Reads a step again.
    @FunctionalInterface
    public interface Reading {
        /// @param values by placeholder, each of which may stand in its place; those that are not given stay open
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
    OpenSettings limitedTo(Duration attempt) {
        return new OpenSettings(settings, values -> reading.read(values).limitedTo(attempt));
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
