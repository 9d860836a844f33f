package dev.prodigy.runtime.git;

import java.util.regex.Pattern;

/// The full name of a git object: 40 hexadecimal digits, or 64 in a SHA-256 repository. Commits are always named so,
/// never by a branch that may move during a call (spec 03 §9).
///
/// @param hex lower-case hexadecimal digits
public record ObjectId(String hex) {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int ABBREVIATED = 10;

    /// @throws IllegalArgumentException when the text is no full object name
    public ObjectId {
        if (!isName(hex)) {
            throw new IllegalArgumentException("not a full object name: " + hex);
        }
    }

    /// @return whether the text is a full object name
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /// @return the first ten digits, for people
    public String abbreviated() {
        return hex.substring(0, ABBREVIATED);
    }

    @Override
    public String toString() {
        return hex;
    }
}
