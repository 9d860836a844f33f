package dev.prodigy.model.workflow;

import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// One entry of `setup.capture_outputs` (spec 03 §2).
///
/// @param step path of the step whose output it is
/// @param maxSize bytes after which the text is cut
/// @param pattern searched, or null
/// @param jsonPath applied to the text as JSON, or null
/// @param format null = a string, or the value as `json_path` and `array` leave it
/// @param defaultValue taken when a stage fails, or null
public record SetupCapture(
        String name,
        String step,
        Source source,
        long maxSize,
        @Nullable String pattern,
        @Nullable String jsonPath,
        Multiline multiline,
        @Nullable CaptureFormat format,
        @Nullable Value defaultValue) {

    /// Which output.
    public enum Source {
        STDOUT,
        STDERR,
        BOTH,
        COMBINED
    }

    /// What becomes of several lines.
    public enum Multiline {
        PRESERVE,
        JOIN,
        FIRST_LINE,
        LAST_LINE,
        ARRAY
    }
}
