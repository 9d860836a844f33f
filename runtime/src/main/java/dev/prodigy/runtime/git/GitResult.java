package dev.prodigy.runtime.git;

import dev.prodigy.runtime.home.StorageFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// How a git command ended and what it printed.
///
/// @param exit its exit code
/// @param output standard output; bytes that are not UTF-8 are replaced
/// @param errors standard error, likewise
/// @param interrupted whether it was ended before its time: the thread that ran it was interrupted, or its execution
///     ended
public record GitResult(GitCommand command, int exit, String output, String errors, boolean interrupted) {

    /// Exit code of a process that a signal has killed, without the signal's number.
    private static final int KILLED = 128;

    private static final int SIGKILL = 9;

    /// SIGHUP, SIGINT and SIGTERM: with their exit codes git also tells of wrong usage, in words.
    private static final Set<Integer> POLITE = Set.of(1, 2, 15);

    /// @return the number of the signal that ended the command, 0 when none did
    public int signal() {
        int number = exit - KILLED;
        return number == SIGKILL || (POLITE.contains(number) && errors.isEmpty()) ? number : 0;
    }

    /// @return the failure of a command that a signal from outside ended: no step and no item answers for it
    public StorageFailure killed() {
        var directory = command.directory();
        var message = "`" + command + "` in " + directory + " was killed by signal " + signal() + " from outside";
        return new StorageFailure(StorageFailure.Reason.KILLED, directory, message, null);
    }

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
        String what = "`" + command + "` "
                + (signal() == 0 ? "ended with exit code " + exit : "was killed by signal " + signal());
        return lock.isPresent()
                ? new GitFailure(GitCode.GIT_LOCK, what + lock.get().advice(), shown)
                : GitFailure.told(code, what, shown, command.directory());
    }
}
