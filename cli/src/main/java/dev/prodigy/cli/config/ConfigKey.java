package dev.prodigy.cli.config;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Sizes;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Everything that can be configured (spec 05 §4).
public enum ConfigKey {
    MAX_PARALLEL("max_parallel", "PRODIGY_MAX_PARALLEL", Kind.PARALLELISM, null),
    MERGE("merge", null, Kind.words("ask", "yes", "no"), "ask"),
    ISOLATION("isolation", "PRODIGY_ISOLATION", Kind.words("worktree", "none"), null),
    PROFILE("profile", "PRODIGY_PROFILE", Kind.TEXT, null),
    DURABILITY("durability", "PRODIGY_DURABILITY", Kind.words("strict", "relaxed"), "strict"),
    LOG_LEVEL("log_level", "PRODIGY_LOG_LEVEL", Kind.words("error", "warn", "info", "debug", "trace"), "warn"),
    AGENT_COMMAND("agent.command", "PRODIGY_AGENT_COMMAND", Kind.TEXT, "claude"),
    VARIABLES("variables", null, Kind.MAP, null),
    AGENTS("agents", null, Kind.AGENTS, null),
    LOG_LIMIT("log_limit", null, Kind.SIZE, "64MiB"),
    ROTATE_SIZE("storage.rotate_size", null, Kind.SIZE, "64MiB"),
    MIN_FREE("storage.min_free", null, Kind.SIZE, "16MiB"),
    RETENTION("retention.finished", null, Kind.DURATION, "30d"),
    REDACT_NAMES("redact.env_names", null, Kind.LIST, String.join(",", SecretNames.STANDARD.globs())),
    REDACT_PATTERNS("redact.patterns", null, Kind.PATTERNS, null),
    COLOR("ui.color", "PRODIGY_COLOR", Kind.words("auto", "always", "never"), "auto"),
    PROGRESS("ui.progress", "PRODIGY_PROGRESS", Kind.words("auto", "plain", "none"), "auto");

    private final String path;
    private final @Nullable String variable;
    private final Kind kind;
    private final @Nullable String usual;

    ConfigKey(String path, @Nullable String variable, Kind kind, @Nullable String usual) {
        this.path = path;
        this.variable = variable;
        this.kind = kind;
        this.usual = usual;
    }

    /// What values a key takes.
    ///
    /// @param words the words that it may be; empty where it is no word
    record Kind(Form form, List<String> words) {
        static final Kind PARALLELISM = new Kind(Form.PARALLELISM, List.of());
        static final Kind TEXT = new Kind(Form.TEXT, List.of());
        static final Kind SIZE = new Kind(Form.SIZE, List.of());
        static final Kind DURATION = new Kind(Form.DURATION, List.of());
        static final Kind LIST = new Kind(Form.LIST, List.of());
        static final Kind PATTERNS = new Kind(Form.PATTERNS, List.of());
        static final Kind MAP = new Kind(Form.MAP, List.of());
        static final Kind AGENTS = new Kind(Form.AGENTS, List.of());

        static Kind words(String... words) {
            return new Kind(Form.WORD, List.of(words));
        }
    }

    /// The form of a value.
    enum Form {
        PARALLELISM,
        TEXT,
        WORD,
        SIZE,
        DURATION,
        LIST,
        PATTERNS,
        MAP,
        AGENTS
    }

    private static final Pattern INTEGER = Pattern.compile("[1-9][0-9]{0,3}");
    private static final int MOST_PARALLEL = 1000;

    /// @return its name, such as `storage.min_free`
    public String path() {
        return path;
    }

    /// @return the variable that sets it, or null
    @Nullable
    String variable() {
        return variable;
    }

    Form form() {
        return kind.form();
    }

    /// @return the value that holds where nothing is configured, or null
    @Nullable
    Value usual() {
        return switch (form()) {
            case MAP, AGENTS -> new Value.Fields(Map.of());
            case LIST, PATTERNS -> usual == null ? new Value.Items(List.of()) : read(usual);
            case PARALLELISM, TEXT, WORD, SIZE, DURATION -> usual == null ? null : Value.of(usual);
        };
    }

    /// @param text of a scalar or a variable
    /// @return the value, or null where the text is none
    @Nullable
    Value read(String text) {
        return switch (form()) {
            case PARALLELISM ->
                INTEGER.matcher(text).matches() && Integer.parseInt(text) <= MOST_PARALLEL
                        ? Value.of(Long.parseLong(text))
                        : null;
            case TEXT -> text.isBlank() ? null : Value.of(text);
            case WORD ->
                kind.words().contains(text.toLowerCase(Locale.ROOT)) ? Value.of(text.toLowerCase(Locale.ROOT)) : null;
            case SIZE -> Sizes.parse(text) == null ? null : Value.of(text);
            case DURATION -> Durations.parse(text) == null ? null : Value.of(text);
            case LIST, PATTERNS -> Value.ofTexts(List.of(text.split(",", -1)));
            case MAP, AGENTS -> null;
        };
    }

    /// @return what its value must be, for messages
    String expects() {
        return switch (form()) {
            case PARALLELISM -> "an integer from 1 to " + MOST_PARALLEL;
            case TEXT -> "a text";
            case WORD -> "one of " + String.join(", ", kind.words());
            case SIZE -> "a size such as 10MB or 64KiB";
            case DURATION -> "a duration such as 12h or 30d";
            case LIST -> "a list of texts";
            case PATTERNS -> "a list of regular expressions";
            case MAP -> "a map of names to values";
            case AGENTS -> "a map of agents";
        };
    }

    /// @return the key of that name
    static Optional<ConfigKey> of(String path) {
        return Arrays.stream(values()).filter(each -> each.path.equals(path)).findFirst();
    }

    /// @return the names of all keys
    static List<String> paths() {
        return Arrays.stream(values()).map(ConfigKey::path).toList();
    }
}
