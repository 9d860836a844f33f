package dev.prodigy.runtime.run;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.Home;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A workflow to be run: loaded and without errors.
///
/// @param source the file's text
/// @param normalForm its composed normal form
/// @param file path as the user named it, or null for stdin
/// @param params parameters by name, as the command line gave them
public record RunRequest(
        Workflow workflow,
        String source,
        Value normalForm,
        @Nullable String file,
        Map<String, Value> params,
        RunOptions options) {
    private static final String MASK = "***";

    /// @return the file's text as it may be recorded: without the secrets that stand in it. A resume reads the file
    ///     again
    String recordedSource() {
        var text = source;
        var environment = workflow.header().environment();
        for (var secret : environment.secrets().values()) {
            if (secret.source() instanceof Secret.Source.Literal(var value)) {
                text = text.replace(value, MASK);
            }
        }
        for (var entry : environment.env().values()) {
            if (entry instanceof EnvEntry.Phrase(var value, boolean secret)
                    && secret
                    && !value.source().isBlank()
                    && !value.source().contains("$")) {
                text = text.replace(value.source(), MASK);
            }
        }
        return text;
    }

    /// Where prodigy was started, and for whom.
    ///
    /// @param directory absolute
    /// @param environment of the process
    /// @param program name and version, for records
    /// @param limits bytes: free space below which nothing starts, and output kept per stream
    public record Host(Home home, Path directory, Map<String, String> environment, String program, Limits limits) {}

    /// Sizes of the configuration (spec 05 §4), in bytes.
    public record Limits(long minFree, long log) {
        public static final Limits DEFAULT = new Limits(16L << 20, 64L << 20);
    }
}
