package dev.prodigy.runtime.run;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.stream.Stream;

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
                        failure.reason().code(),
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

    /// @param where the run that was interrupted, for people
    /// @param end of a run that a step of this one called, other than for want of a secret
    /// @return the same fault, which ends this run too: no step or item answers for it (spec 02 §2.2)
    static RuntimeException in(String where, EndEvent.Interrupted end) {
        var message = "in " + where + ": " + end.detail();
        return Stream.of(StorageFailure.Reason.values())
                .filter(reason -> reason.code().equals(end.reason()))
                .findFirst()
                .<RuntimeException>map(reason -> new StorageFailure(reason, null, message, null))
                .orElseGet(() -> new IllegalStateException(message));
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
