package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.runtime.home.StorageFailure;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What has to be done about the machine, or by its operator, before the same thing can go better.
public final class Remedy {
    private Remedy() {}

    /// @return the failure of a command that met it
    public static CommandFailure failure(StorageFailure failure) {
        var reason = failure.reason();
        return new CommandFailure(
                ExitCode.STORAGE, reason.code(), String.valueOf(failure.getMessage()), sentence(reason));
    }

    /// @param done what was done all the same, as a sentence: that is not to be repeated
    /// @return the failure of a command that met it behind its work
    public static CommandFailure behind(StorageFailure failure, String done) {
        var reason = failure.reason();
        return new CommandFailure(
                ExitCode.STORAGE, reason.code(), String.valueOf(failure.getMessage()), capital(reason) + ". " + done);
    }

    private static String sentence(StorageFailure.Reason reason) {
        return switch (reason) {
            case DISK_FULL, FILE_LIMIT, OUT_OF_RESOURCES, KILLED, IO_ERROR, CLOSED ->
                capital(reason) + ", then repeat the command.";
            case HOME_UNUSABLE, NEWER_VERSION -> capital(reason) + ".";
        };
    }

    private static String capital(StorageFailure.Reason reason) {
        var first = of(reason);
        return Character.toUpperCase(first.charAt(0)) + first.substring(1);
    }

    /// @return such as `make room on that disk`
    public static String of(StorageFailure.Reason reason) {
        return switch (reason) {
            case DISK_FULL -> "make room on that disk";
            case FILE_LIMIT -> "allow larger files (ulimit -f)";
            case OUT_OF_RESOURCES -> "allow more open files or processes (ulimit -n, ulimit -u) or free memory";
            case KILLED -> "see who killed it (dmesg tells of a machine without memory)";
            case IO_ERROR, CLOSED -> "look at that disk and its permissions";
            case HOME_UNUSABLE -> "mend that path, or set PRODIGY_HOME to a folder that can be written";
            case NEWER_VERSION -> "use that version of prodigy, or another PRODIGY_HOME";
        };
    }

    /// @param code of the error with which a run was interrupted
    /// @return likewise; null where nothing has to be done
    public static @Nullable String of(String code) {
        if (code.equals(EndEvent.Interrupted.SECRET_MISSING)) {
            return "set that variable";
        }
        for (var reason : StorageFailure.Reason.values()) {
            if (reason.code().equals(code.toLowerCase(Locale.ROOT))) {
                return of(reason);
            }
        }
        return null;
    }
}
