package dev.prodigy.runtime.view;

import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;

/// The outcome that a run's last event stands for, and its exit code (spec 00, "Outcomes and exit codes").
public final class RunStatus {
    private RunStatus() {}

    /// @return the status of a terminal event; of any other `running`
    public static String of(Event terminal) {
        return switch (terminal) {
            case EndEvent.Completed completed -> completed.status();
            case EndEvent.Failed _ -> "failed";
            case EndEvent.Stopped _ -> "stopped";
            case EndEvent.TimedOut _ -> "timed_out";
            case EndEvent.Cancelled _ -> "cancelled";
            case EndEvent.Interrupted _ -> "interrupted";
            default -> "running";
        };
    }

    /// @return the exit code of a terminal event; of any other 0
    public static int exitCode(Event terminal) {
        return switch (terminal) {
            case EndEvent.Completed completed -> completed.exitCode();
            case EndEvent.Failed failed -> failed.exitCode();
            case EndEvent.Stopped stopped -> stopped.exitCode();
            case EndEvent.TimedOut timedOut -> timedOut.exitCode();
            case EndEvent.Cancelled cancelled -> cancelled.exitCode();
            case EndEvent.Interrupted interrupted -> interrupted.exitCode();
            default -> 0;
        };
    }
}
