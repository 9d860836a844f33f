package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// The end of a run: exactly one after each start or resume (spec 05 §6, "terminal").
public sealed interface EndEvent extends Event {

    /// @return what the run ended as (spec 00, "Outcomes and exit codes")
    String status();

    /// @return the exit code of the program that carried the run out (spec 00, "Outcomes and exit codes")
    int exitCode();

    /// @return the run clock at the end: time with a process at work, in milliseconds
    long durationMs();

    /// Terminal: the run came to its end.
    record Completed(
            String status,
            int exitCode,
            long durationMs,
            @Nullable Value items,
            Outputs outputs) implements EndEvent {
        @Override
        public String type() {
            return "workflow_completed";
        }

        @Override
        public Value.Fields body() {
            var out = new FieldsWriter()
                    .put("status", status)
                    .put("exit_code", exitCode)
                    .put("duration_ms", durationMs)
                    .put("items", items);
            return outputs.write(out).done();
        }

        static Completed read(FieldsReader in) {
            return new Completed(
                    in.text("status"),
                    in.integer("exit_code"),
                    in.number("duration_ms"),
                    in.valueOrNull("items"),
                    Outputs.read(in));
        }
    }

    /// Terminal: a step or phase failed.
    record Failed(
            ErrorRecord error,
            int exitCode,
            long durationMs,
            @Nullable Value items) implements EndEvent {
        @Override
        public String status() {
            return "failed";
        }

        @Override
        public String type() {
            return "workflow_failed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("error", ErrorJson.write(error))
                    .put("exit_code", exitCode)
                    .put("duration_ms", durationMs)
                    .put("items", items)
                    .done();
        }

        static Failed read(FieldsReader in) {
            return new Failed(
                    ErrorJson.read(in.fields("error")),
                    in.integer("exit_code"),
                    in.number("duration_ms"),
                    in.valueOrNull("items"));
        }
    }

    /// Terminal: its own policy stopped the run.
    record Stopped(
            String reason,
            ErrorRecord error,
            int exitCode,
            long durationMs,
            @Nullable Value items) implements EndEvent {
        @Override
        public String status() {
            return "stopped";
        }

        @Override
        public String type() {
            return "workflow_stopped";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("reason", reason)
                    .put("error", ErrorJson.write(error))
                    .put("exit_code", exitCode)
                    .put("duration_ms", durationMs)
                    .put("items", items)
                    .done();
        }

        static Stopped read(FieldsReader in) {
            return new Stopped(
                    in.text("reason"),
                    ErrorJson.read(in.fields("error")),
                    in.integer("exit_code"),
                    in.number("duration_ms"),
                    in.valueOrNull("items"));
        }
    }

    /// Terminal: the workflow's own deadline passed.
    record TimedOut(
            long timeoutMs,
            int exitCode,
            long durationMs,
            @Nullable Value items) implements EndEvent {
        @Override
        public String status() {
            return "timed_out";
        }

        @Override
        public String type() {
            return "workflow_timed_out";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("timeout_ms", timeoutMs)
                    .put("exit_code", exitCode)
                    .put("duration_ms", durationMs)
                    .put("items", items)
                    .done();
        }

        static TimedOut read(FieldsReader in) {
            return new TimedOut(
                    in.number("timeout_ms"),
                    in.integer("exit_code"),
                    in.number("duration_ms"),
                    in.valueOrNull("items"));
        }
    }

    /// Terminal: a person or a signal ended it.
    record Cancelled(
            String by,
            @Nullable String signal,
            @Nullable String actor,
            int exitCode,
            long durationMs,
            @Nullable Value items)
            implements EndEvent {
        @Override
        public String status() {
            return "cancelled";
        }

        @Override
        public String type() {
            return "workflow_cancelled";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("by", by)
                    .put("signal", signal)
                    .put("actor", actor)
                    .put("exit_code", exitCode)
                    .put("duration_ms", durationMs)
                    .put("items", items)
                    .done();
        }

        static Cancelled read(FieldsReader in) {
            return new Cancelled(
                    in.text("by"),
                    in.textOrNull("signal"),
                    in.textOrNull("actor"),
                    in.integer("exit_code"),
                    in.number("duration_ms"),
                    in.valueOrNull("items"));
        }
    }

    /// Terminal: the machine's fault.
    ///
    /// @param stackTrace of a fault of the program itself, or null; only the journal has it (spec 02 §2.1)
    record Interrupted(
            String reason,
            String detail,
            int exitCode,
            long durationMs,
            @Nullable String stackTrace) implements EndEvent {
        /// The reason of a run whose process died before it came to an end.
        public static final String CRASH = "crash";

        /// The reason of a run that would have read a secret which was not stored (spec 05 §9).
        public static final String CAPTURED_SECRET = "captured_secret";

        /// The reason of a run one of whose steps called a workflow that needs a secret whose variable is not set.
        public static final String SECRET_MISSING = "secret_missing";

        /// No fault of the program.
        public Interrupted(String reason, String detail, int exitCode, long durationMs) {
            this(reason, detail, exitCode, durationMs, null);
        }

        /// @return whether it could not go on for want of a secret, which is nobody's fault but the operator's
        public boolean lacksSecret() {
            return reason.equals(CAPTURED_SECRET) || reason.equals(SECRET_MISSING);
        }

        @Override
        public String status() {
            return "interrupted";
        }

        @Override
        public String type() {
            return "workflow_interrupted";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("reason", reason)
                    .put("detail", detail)
                    .put("exit_code", exitCode)
                    .put("duration_ms", durationMs)
                    .put("stack_trace", stackTrace)
                    .done();
        }

        static Interrupted read(FieldsReader in) {
            return new Interrupted(
                    in.text("reason"),
                    in.text("detail"),
                    in.integer("exit_code"),
                    in.number("duration_ms"),
                    in.textOrNull("stack_trace"));
        }
    }
}
