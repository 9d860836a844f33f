package dev.prodigy.engine.classify;

import dev.prodigy.model.error.ErrorCode;

/// A family of words that tell why a command failed, in order of precedence (spec 02 §2.4).
enum TextFamily {
    RATE_LIMIT,
    AUTH,
    SERVER_ERROR,
    STATUS,
    TIMEOUT,
    NETWORK,
    OUT_OF_MEMORY,
    DISK_FULL,
    PERMISSION;

    /// @return the family to which an HTTP status belongs
    static TextFamily ofStatus(int status) {
        return switch (status) {
            case 429 -> RATE_LIMIT;
            case 401, 403 -> AUTH;
            case 500, 502, 503, 529 -> SERVER_ERROR;
            case 504, 408 -> TIMEOUT;
            default -> STATUS;
        };
    }

    /// What the text says: its family, what that means, and whether it is a status in digits.
    record Finding(TextFamily family, ErrorCode meaning, boolean isStatus) {}
}
