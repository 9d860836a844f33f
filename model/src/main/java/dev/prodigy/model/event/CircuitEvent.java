package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What happens to circuit breakers (spec 02 §7). The state of each is the fold of its events.
public sealed interface CircuitEvent extends Event {

    /// @return the breaker's name within its scope
    String key();

    /// @return what its requests are: `item`, `step`, `node`
    String scope();

    /// It opened.
    ///
    /// @param failures consecutive ones that opened it; 1 for a failed probe
    /// @param until when it half-opens
    /// @param error of the failure that opened it, or null
    record Opened(
            String key,
            String scope,
            int failures,
            Instant until,
            @Nullable ErrorRecord error) implements CircuitEvent {
        @Override
        public String type() {
            return "circuit_opened";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("key", key)
                    .put("scope", scope)
                    .put("failures", failures)
                    .put("until", until)
                    .put("error", error == null ? null : ErrorJson.write(error))
                    .done();
        }

        static Opened read(FieldsReader in) {
            var until = in.momentOrNull("until");
            return new Opened(
                    in.text("key"),
                    in.text("scope"),
                    in.integer("failures"),
                    until == null ? Instant.EPOCH : until,
                    in.valueOrNull("error") instanceof Value.Fields error ? ErrorJson.read(error) : null);
        }
    }

    /// Its time is over, and probes are let through.
    ///
    /// @param permits how many probes may be in flight
    record HalfOpened(String key, String scope, int permits) implements CircuitEvent {
        @Override
        public String type() {
            return "circuit_half_opened";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("key", key)
                    .put("scope", scope)
                    .put("permits", permits)
                    .done();
        }

        static HalfOpened read(FieldsReader in) {
            return new HalfOpened(in.text("key"), in.text("scope"), in.integer("permits"));
        }
    }

    /// Enough probes succeeded.
    ///
    /// @param successes how many
    record Closed(String key, String scope, int successes) implements CircuitEvent {
        @Override
        public String type() {
            return "circuit_closed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("key", key)
                    .put("scope", scope)
                    .put("successes", successes)
                    .done();
        }

        static Closed read(FieldsReader in) {
            return new Closed(in.text("key"), in.text("scope"), in.integer("successes"));
        }
    }

    /// Its figures changed without a transition.
    ///
    /// @param failures in a row, while it is closed; else 0
    /// @param permits that are free, while it is half-open; else 0
    /// @param successes of probes, while it is half-open; else 0
    record Counted(String key, String scope, int failures, int permits, int successes) implements CircuitEvent {
        @Override
        public String type() {
            return "circuit_counted";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("key", key)
                    .put("scope", scope)
                    .put("failures", failures)
                    .put("permits", permits)
                    .put("successes", successes)
                    .done();
        }

        static Counted read(FieldsReader in) {
            return new Counted(
                    in.text("key"),
                    in.text("scope"),
                    in.integer("failures"),
                    in.integer("permits"),
                    in.integer("successes"));
        }
    }
}
