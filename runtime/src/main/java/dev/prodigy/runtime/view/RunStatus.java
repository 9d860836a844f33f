package dev.prodigy.runtime.view;

import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.RunEvent;

/// The outcome that a run's last event stands for, and its exit code (spec 00, "Outcomes and exit codes").
public final class RunStatus {
    private RunStatus() {}

    /// @return the status of a terminal event; of any other `running`
    public static String of(Event terminal) {
        return switch (terminal) {
            case RunEvent.Completed completed -> completed.status();
            case RunEvent.Failed _ -> "failed";
            case RunEvent.Stopped _ -> "stopped";
            case RunEvent.TimedOut _ -> "timed_out";
            case RunEvent.Cancelled _ -> "cancelled";
            case RunEvent.Interrupted _ -> "interrupted";
            default -> "running";
        };
    }

    /// @return the exit code of a terminal event; of any other 0
    public static int exitCode(Event terminal) {
        return switch (terminal) {
            case RunEvent.Completed completed -> completed.exitCode();
            case RunEvent.Failed failed -> failed.exitCode();
            case RunEvent.Stopped stopped -> stopped.exitCode();
            case RunEvent.TimedOut timedOut -> timedOut.exitCode();
            case RunEvent.Cancelled cancelled -> cancelled.exitCode();
            case RunEvent.Interrupted interrupted -> interrupted.exitCode();
            default -> 0;
        };
    }
}
