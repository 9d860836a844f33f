package dev.prodigy.model.error;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// One name of the table in spec 02 §2.2 with what it implies.
///
/// @param code the most specific name, such as `429`, `TIMEOUT`, `EXIT_7`
/// @param retryable whether another attempt is usually worth it
/// @param aliases further names that a matcher may use for it, the category's included
public record ErrorCode(String code, Category category, boolean retryable, List<String> aliases) {
    private static final int NOT_IMPLEMENTED = 501;
    private static final int VERSION_NOT_SUPPORTED = 505;
    private static final int TOO_EARLY = 425;
    private static final int SIGNALS = 64;
    private static final int SIGNAL_BASE = 128;

    public ErrorCode {
        aliases = List.copyOf(aliases);
    }

    /// @return a code with the category's own retryability and aliases, and these further names
    public static ErrorCode of(String code, Category category, String... further) {
        return of(code, category, category.retryable(), further);
    }

    /// @return a code that differs from its category in being worth another attempt
    public static ErrorCode of(String code, Category category, boolean retryable, String... further) {
        var aliases = new ArrayList<>(category.aliases());
        aliases.addAll(List.of(further));
        return new ErrorCode(code, category, retryable, aliases);
    }

    /// @param status an HTTP status; outside 400…599 it is `unknown`
    /// @return the row of the status
    public static ErrorCode ofStatus(int status) {
        var code = Integer.toString(status);
        return switch (status) {
            case 400, 413, 422 -> of(code, Category.INVALID_INPUT);
            case 401, 403 -> of(code, Category.AUTH);
            case 404, 410 -> of(code, Category.NOT_FOUND);
            case 408 -> of(code, Category.TIMEOUT, "4XX");
            case 409 -> of(code, Category.CONFLICT);
            case 429 -> of(code, Category.RATE_LIMIT);
            case 503 -> of(code, Category.UNAVAILABLE, "5XX");
            case 504 -> of(code, Category.TIMEOUT, "5XX", "SERVER_ERROR");
            case 529 -> of(code, Category.UNAVAILABLE, "5XX", "OVERLOADED");
            default -> {
                if (status >= 400 && status <= 499) {
                    yield of(code, Category.CLIENT_ERROR, status == TOO_EARLY);
                }
                if (status >= 500 && status <= 599) {
                    yield of(code, Category.SERVER_ERROR, status != NOT_IMPLEMENTED && status != VERSION_NOT_SUPPORTED);
                }
                yield of(code, Category.UNKNOWN);
            }
        };
    }

    /// @param exit a non-zero exit status
    /// @return the row of the exit status (spec 02 §2.3, rules 3 and 5)
    public static ErrorCode ofExit(int exit) {
        var code = "EXIT_" + exit;
        return switch (exit) {
            case 69, 75 -> of(code, Category.UNAVAILABLE, "EXIT_NONZERO");
            case 77, 126 -> of(code, Category.PERMISSION, "EXIT_NONZERO");
            case 124 -> of(code, Category.TIMEOUT, "EXIT_NONZERO");
            case 127 -> of(code, Category.COMMAND_NOT_FOUND, "EXIT_NONZERO");
            default -> {
                var signal = signalOfExit(exit);
                yield signal > 0
                        ? of("SIGNAL_" + signal, Category.KILLED, code, "EXIT_NONZERO")
                        : of(code, Category.COMMAND_FAILED);
            }
        };
    }

    /// @return the signal that the shell reports by this exit status, or 0
    public static int signalOfExit(int exit) {
        return exit > SIGNAL_BASE && exit <= SIGNAL_BASE + SIGNALS ? exit - SIGNAL_BASE : 0;
    }

    /// @return this code with further names
    public ErrorCode with(List<String> further) {
        var all = new LinkedHashSet<>(aliases);
        all.addAll(further);
        return new ErrorCode(code, category, retryable, List.copyOf(all));
    }

    /// @return every name a matcher may use: the code, its aliases, the category in capitals
    public List<String> codes() {
        var all = new LinkedHashSet<String>();
        all.add(code);
        all.addAll(aliases);
        all.add(category.name());
        return List.copyOf(all);
    }
}
