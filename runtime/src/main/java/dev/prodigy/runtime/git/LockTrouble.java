package dev.prodigy.runtime.git;

import dev.prodigy.lang.shell.ShellQuote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A failure that another git process at work in the same repository causes, and that passes when it is done: a lock
/// file, or a worktree registration that is half written (spec 03 §9).
///
/// @param file the lock file, or null when git named none
record LockTrouble(@Nullable Path file) {
    private static final Pattern LOCK_FILE = Pattern.compile("Unable to create '([^']+\\.lock)': File exists");
    private static final Pattern WITHOUT_FILE = Pattern.compile(
            "could not lock config file .*: File exists"
                    + "|failed to read .*worktrees/.*/(?:commondir|gitdir|HEAD)"
                    // another's prune takes a registration for a dead one before its files are written
                    + "|could not open '[^']*/worktrees/[^']*' for writing: No such file or directory"
                    + "|unable to create '[^']*/worktrees/[^']*\\.lock': No such file or directory"
                    // a registration that was listed is gone when git looks into it
                    + "|invalid path '[^']*/worktrees/[^']*': No such file or directory"
                    + "|could not create (?:leading )?director(?:y|ies) of '[^']*worktrees[^']*': "
                    + "(?:File exists|No such file or directory)"
                    + "|another git process seems to be running",
            Pattern.CASE_INSENSITIVE);

    /// @param errors standard error of a failed command, in the C locale
    /// @return what stands in the way, or nothing when the failure has another cause
    static Optional<LockTrouble> in(String errors) {
        var named = LOCK_FILE.matcher(errors);
        if (named.find()) {
            return Optional.of(new LockTrouble(Path.of(named.group(1))));
        }
        return WITHOUT_FILE.matcher(errors).find() ? Optional.of(new LockTrouble(null)) : Optional.empty();
    }

    /// @return words on the lock file, when it was made and the command that removes it
    String advice() {
        if (file == null) {
            return " because other git processes are at work in the repository";
        }
        return " because of the lock file " + file + madeAt()
                + ", which prodigy leaves alone; if no git process is running, remove it with rm "
                + ShellQuote.word(file.toString());
    }

    private String madeAt() {
        try {
            return file == null ? "" : " made at " + Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return "";
        }
    }
}
