package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// Phases of a mapreduce run, passes of a standard one.
public sealed interface PhaseEvent extends Event {

    /// A phase begins.
    ///
    /// @param itemsTotal of the map phase, else null
    record PhaseStarted(String phase, @Nullable Long itemsTotal) implements PhaseEvent {
        @Override
        public String type() {
            return "phase_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("phase", phase)
                    .put("items_total", itemsTotal)
                    .done();
        }

        static PhaseStarted read(FieldsReader in) {
            return new PhaseStarted(in.text("phase"), in.numberOrNull("items_total"));
        }
    }

    /// A phase ended well, or was left out for a reason.
    record PhaseCompleted(
            String phase,
            long durationMs,
            @Nullable Long successful,
            @Nullable Long failed,
            @Nullable Long skipped,
            @Nullable String reason)
            implements PhaseEvent {
        @Override
        public String type() {
            return "phase_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("phase", phase)
                    .put("duration_ms", durationMs)
                    .put("successful", successful)
                    .put("failed", failed)
                    .put("skipped", skipped)
                    .put("reason", reason)
                    .done();
        }

        static PhaseCompleted read(FieldsReader in) {
            return new PhaseCompleted(
                    in.text("phase"),
                    in.number("duration_ms"),
                    in.numberOrNull("successful"),
                    in.numberOrNull("failed"),
                    in.numberOrNull("skipped"),
                    in.textOrNull("reason"));
        }
    }

    /// A phase failed for good.
    record PhaseFailed(String phase, ErrorRecord error) implements PhaseEvent {
        @Override
        public String type() {
            return "phase_failed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("phase", phase)
                    .put("error", ErrorJson.write(error))
                    .done();
        }

        static PhaseFailed read(FieldsReader in) {
            return new PhaseFailed(in.text("phase"), ErrorJson.read(in.fields("error")));
        }
    }

    /// The steps begin for one argument of several.
    ///
    /// @param iteration from 1
    /// @param arg null where the run has no arguments
    record PassStarted(int iteration, @Nullable String arg) implements PhaseEvent {
        @Override
        public String type() {
            return "pass_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("iteration", iteration)
                    .put("arg", arg)
                    .done();
        }

        static PassStarted read(FieldsReader in) {
            return new PassStarted(in.integer("iteration"), in.textOrNull("arg"));
        }
    }

    /// A pass has ended, well or not.
    ///
    /// @param status `completed`, `completed_with_failures` when a failure in it was tolerated, or `failed`
    /// @param error null unless it failed
    record PassCompleted(
            String status, long durationMs, @Nullable ErrorRecord error) implements PhaseEvent {
        @Override
        public String type() {
            return "pass_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("status", status)
                    .put("duration_ms", durationMs)
                    .put("error", error == null ? null : ErrorJson.write(error))
                    .done();
        }

        static PassCompleted read(FieldsReader in) {
            return new PassCompleted(
                    in.text("status"),
                    in.number("duration_ms"),
                    in.valueOrNull("error") == null ? null : ErrorJson.read(in.fields("error")));
        }
    }
}
