package dev.prodigy.model.error;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an attempt left behind that tells why it failed (spec 02 §2.1). Null: unknown, or not of this kind.
///
/// @param exitCode exit status of the process
/// @param signal number of the signal that killed it
/// @param status HTTP status
/// @param timeoutMs the limit that passed, in milliseconds
/// @param timeoutScope whose limit it was
/// @param retryAfterMs how long the other side asked to wait, in milliseconds
/// @param resetsAt when the other side said that a limit ends
/// @param durationMs length of the last attempt, in milliseconds
/// @param output what it printed last, and its logs
public record Evidence(
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        @Nullable Integer status,
        @Nullable Long timeoutMs,
        @Nullable TimeoutScope timeoutScope,
        @Nullable Long retryAfterMs,
        @Nullable Instant resetsAt,
        @Nullable Long durationMs,
        Output output) {

    /// Nothing is known.
    public static final Evidence NONE = new Evidence(null, null, null, null, null, null, null, null, Output.NONE);

    /// @return this evidence with how the process ended
    public Evidence withExit(@Nullable Integer code, @Nullable Integer signalNumber) {
        return new Evidence(
                code, signalNumber, status, timeoutMs, timeoutScope, retryAfterMs, resetsAt, durationMs, output);
    }

    /// @return this evidence with an HTTP status
    public Evidence withStatus(@Nullable Integer httpStatus) {
        return new Evidence(
                exitCode, signal, httpStatus, timeoutMs, timeoutScope, retryAfterMs, resetsAt, durationMs, output);
    }

    /// @return this evidence with the time limit that passed
    public Evidence withTimeout(long limitMs, TimeoutScope scope) {
        return new Evidence(exitCode, signal, status, limitMs, scope, retryAfterMs, resetsAt, durationMs, output);
    }

    /// @return this evidence with what the other side asked for
    public Evidence withRetryAfter(@Nullable Long afterMs, @Nullable Instant reset) {
        return new Evidence(exitCode, signal, status, timeoutMs, timeoutScope, afterMs, reset, durationMs, output);
    }

    /// @return this evidence with the length of the attempt, in milliseconds
    public Evidence withDuration(long ms) {
        return new Evidence(exitCode, signal, status, timeoutMs, timeoutScope, retryAfterMs, resetsAt, ms, output);
    }

    /// @return this evidence with the end of the output and the paths of its logs
    public Evidence withOutput(Output printed) {
        return new Evidence(
                exitCode, signal, status, timeoutMs, timeoutScope, retryAfterMs, resetsAt, durationMs, printed);
    }

    /// @return last 20 lines (4 KiB) of stderr, then of stdout, redacted
    public @Nullable String outputTail() {
        return output.tail();
    }

    /// @return path of the attempt's full log below the program's home
    public @Nullable String log() {
        return output.log();
    }
}
