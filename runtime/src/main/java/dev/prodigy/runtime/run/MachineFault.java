package dev.prodigy.runtime.run;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Locale;

/// How a run ends whose process cannot go on: the storage failed, or the program did.
final class MachineFault {
    private static final int STORAGE_EXIT = 75;
    private static final int LONGEST_TRACE = 8 * 1024;

    private MachineFault() {}

    /// @param elapsed the run clock now
    /// @return the event that ends the run, with what is secret masked
    static EndEvent.Interrupted end(Throwable cause, Redactor redactor, Duration elapsed) {
        return cause instanceof StorageFailure failure
                ? new EndEvent.Interrupted(
                        failure.reason().name().toLowerCase(Locale.ROOT),
                        redactor.redact(String.valueOf(failure.getMessage())),
                        STORAGE_EXIT,
                        elapsed.toMillis())
                : new EndEvent.Interrupted(
                        "internal_error",
                        redactor.redact(cause.toString()),
                        STORAGE_EXIT,
                        elapsed.toMillis(),
                        cut(redactor.redact(trace(cause))));
    }

    private static String trace(Throwable cause) {
        var text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private static String cut(String trace) {
        return trace.length() > LONGEST_TRACE ? trace.substring(0, LONGEST_TRACE) : trace;
    }
}
