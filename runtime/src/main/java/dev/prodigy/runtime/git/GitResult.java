package dev.prodigy.runtime.git;

import java.util.ArrayList;
import java.util.List;

/// How a git command ended and what it printed.
///
/// @param exit its exit code
/// @param output standard output; bytes that are not UTF-8 are replaced
/// @param errors standard error, likewise
/// @param interrupted whether it was ended before its time: the thread that ran it was interrupted, or its execution
///     ended
public record GitResult(GitCommand command, int exit, String output, String errors, boolean interrupted) {

    /// @return whether the exit code is 0
    public boolean ok() {
        return exit == 0;
    }

    /// @return the output without its last line ending
    public String line() {
        return output.endsWith("\n") ? output.substring(0, output.length() - 1) : output;
    }

    /// @return the output's fields, each ended by NUL
    public List<String> fields() {
        var fields = new ArrayList<String>();
        int from = 0;
        for (int nul = output.indexOf('\0'); nul >= 0; nul = output.indexOf('\0', from)) {
            fields.add(output.substring(from, nul));
            from = nul + 1;
        }
        return fields;
    }

    /// @return the output's line as an object name
    public ObjectId id() {
        return new ObjectId(line());
    }

    /// @return this, when the command succeeded
    /// @throws GitFailure when it did not; a lock that stands in the way has its own code, whatever is asked for
    public GitResult orThrow(GitCode code) {
        if (ok()) {
            return this;
        }
        throw failure(code);
    }

    /// @return the failure of this command
    public RuntimeException failure(GitCode code) {
        var lock = LockTrouble.in(errors);
        var shown = errors.isBlank() ? output : errors;
        String what = "`" + command + "` ended with exit code " + exit;
        return lock.isPresent()
                ? new GitFailure(GitCode.GIT_LOCK, what + lock.get().advice(), shown)
                : GitFailure.told(code, what, shown, command.directory());
    }
}
