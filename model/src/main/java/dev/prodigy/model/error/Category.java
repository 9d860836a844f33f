package dev.prodigy.model.error;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What kind of failure an error is: the closed list of spec 02 §2.2, and the "error type" of the metrics.
public enum Category {
    NETWORK(Again.YES, "NETWORK"),
    TIMEOUT(Again.YES, "TIMEOUT"),
    RATE_LIMIT(Again.YES, "RATE_LIMIT", "4XX"),
    /// Not an ordinary failure unless the workflow says so: the run waits, or stops (spec 02 §8).
    QUOTA(Again.NO, "QUOTA"),
    SERVER_ERROR(Again.YES, "SERVER_ERROR", "5XX"),
    UNAVAILABLE(Again.YES, "UNAVAILABLE", "SERVER_ERROR"),
    AUTH(Again.NO, "AUTH", "4XX"),
    NOT_FOUND(Again.NO, "NOT_FOUND", "4XX"),
    INVALID_INPUT(Again.NO, "INVALID_INPUT", "4XX"),
    CONFLICT(Again.NO, "CONFLICT", "4XX"),
    CLIENT_ERROR(Again.NO, "CLIENT_ERROR", "4XX"),
    PERMISSION(Again.NO, "PERMISSION"),
    COMMAND_NOT_FOUND(Again.NO),
    COMMAND_FAILED(Again.YES, "EXIT_NONZERO"),
    KILLED(Again.YES, "SIGNAL"),
    OUT_OF_MEMORY(Again.YES),
    DISK_FULL(Again.NO),
    AGENT_ERROR(Again.YES, "AGENT"),
    VALIDATION(Again.NO, "VALIDATION"),
    WORKSPACE(Again.YES, "GIT"),
    MERGE_CONFLICT(Again.YES, "GIT"),
    SYNC(Again.NO),
    SUBWORKFLOW(Again.NO),
    CIRCUIT_OPEN(Again.NO),
    DEFINITION(Again.NEVER),
    POLICY(Again.NEVER),
    CANCELLED(Again.NEVER),
    UNKNOWN(Again.YES);

    private enum Again {
        YES,
        NO,
        NEVER
    }

    private final Again again;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> aliases;

    private final String word = name().toLowerCase(Locale.ROOT);

    Category(Again again, String... aliases) {
        this.again = again;
        this.aliases = List.of(aliases);
    }

    /// @return the category as it is written in workflows and JSON, such as `rate_limit`
    public String word() {
        return word;
    }

    /// @return whether its failures are usually worth another attempt; single codes differ ({@link ErrorCode})
    public boolean retryable() {
        return again == Again.YES;
    }

    /// @return whether no layer may retry it, whatever its lists say (spec 02 §3.5)
    public boolean neverRetried() {
        return again == Again.NEVER;
    }

    /// @return names that a matcher may use for every code of this category, beside the category's own name
    public List<String> aliases() {
        return aliases;
    }

    /// @return the category of this word, or null when there is none
    public static @Nullable Category ofWord(String word) {
        for (var each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        return null;
    }
}
