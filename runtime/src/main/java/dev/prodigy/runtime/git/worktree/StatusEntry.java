package dev.prodigy.runtime.git.worktree;

/// A path that differs from the commit that is checked out.
///
/// @param kind how git knows it
/// @param staged the letter of the difference between commit and index, `.` for none
/// @param unstaged the letter of the difference between index and file, `.` for none
/// @param path from the worktree's top; a nested repository ends with `/`
public record StatusEntry(Kind kind, char staged, char unstaged, String path) {

    /// How git knows a path.
    public enum Kind {
        /// In the commit or the index.
        TRACKED,
        /// In conflict.
        UNMERGED,
        /// A submodule whose commit or content differs.
        SUBMODULE,
        /// Neither tracked nor ignored.
        UNTRACKED
    }

    /// @return whether git knows it only as a directory it does not look into
    public boolean isNestedRepository() {
        return kind == Kind.UNTRACKED && path.endsWith("/");
    }

    /// @return whether the index holds content that neither the commit nor the file has
    public boolean isStagedOnly() {
        return kind == Kind.TRACKED && staged != '.' && unstaged != '.';
    }

    /// Reads a record of `git status --porcelain=v2`.
    ///
    /// @throws IllegalArgumentException when it is no such record
    static StatusEntry parse(String field) {
        return switch (field.charAt(0)) {
            case '1' -> changed(field, 9, Kind.TRACKED);
            case 'u' -> changed(field, 11, Kind.UNMERGED);
            case '?' -> new StatusEntry(Kind.UNTRACKED, '?', '?', field.substring(2));
            default -> throw new IllegalArgumentException("not a status record: " + field);
        };
    }

    /// @param words how many there are; the last is the path, which may contain blanks
    private static StatusEntry changed(String field, int words, Kind kind) {
        String[] word = field.split(" ", words);
        var actual = kind == Kind.TRACKED && word[2].startsWith("S") ? Kind.SUBMODULE : kind;
        return new StatusEntry(actual, word[1].charAt(0), word[1].charAt(1), word[words - 1]);
    }
}
