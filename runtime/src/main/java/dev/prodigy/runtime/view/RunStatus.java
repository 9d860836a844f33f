package dev.prodigy.runtime.view;

import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.Event;

/// The outcome that a run's last event stands for, and its exit code (spec 00, "Outcomes and exit codes").
public final class RunStatus {
    private RunStatus() {}

    /// @return the status of a terminal event; of any other `running`
    public static String of(Event terminal) {
        return terminal instanceof EndEvent end ? end.status() : "running";
    }

    /// @return the exit code of a terminal event; of any other 0
    public static int exitCode(Event terminal) {
        return terminal instanceof EndEvent end ? end.exitCode() : 0;
    }
}
