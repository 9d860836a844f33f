package dev.prodigy.model.step;

import dev.prodigy.model.text.Text;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a step leaves behind for later steps (spec 01 §3, §7).
///
/// @param name variable that receives the captured value, or null
/// @param defaults whether `shell.output`, `last.output` … take this step's values
/// @param format of what is captured; STRING where nothing is
/// @param outputFile where the selected streams are written too, or null
/// @param outputs name → what `${id.name}` gives, in source order
public record Captures(
        @Nullable String name,
        boolean defaults,
        CaptureFormat format,
        Streams streams,
        @Nullable Text outputFile,
        Map<String, Output> outputs) {

    /// A capture of the default names alone gives no variable, but its output must be of the format too.
    ///
    /// @return whether the output is read by its format
    public boolean areRead() {
        return name != null || format != CaptureFormat.STRING;
    }

    /// What the captured value is made of, and which of its members exist.
    public record Streams(boolean stdout, boolean stderr, boolean exitCode, boolean success, boolean duration) {
        public static final Streams STDOUT = new Streams(true, false, true, true, true);

        /// @return whether it is made of what the step wrote to either
        public boolean areBoth() {
            return stdout && stderr;
        }
    }

    /// One entry of `outputs`.
    public sealed interface Output {

        /// The first changed path, in byte order, that matches.
        record FilePattern(Text glob) implements Output {}

        /// A text, filled when the step has succeeded.
        record Phrase(Text text) implements Output {}
    }

    /// Nothing but the default variables.
    public static final Captures DEFAULT =
            new Captures(null, true, CaptureFormat.STRING, Streams.STDOUT, null, Map.of());
}
