package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The usage limit of the run's agents (spec 02 §8.2).
public sealed interface QuotaEvent extends Event {

    /// An agent met the limit: no agent step starts before a probe has shown that it is over.
    ///
    /// @param resetsAt when the limit ends, as the notice says; null when it does not say
    /// @param source what decides about the next probe: `notice` or `probe_interval`
    /// @param until when the next probe is due
    record Paused(@Nullable Instant resetsAt, String source, Instant until) implements QuotaEvent {
        /// The notice names the moment.
        public static final String NOTICE = "notice";

        /// The notice names none, or one that has passed.
        public static final String PROBE_INTERVAL = "probe_interval";

        @Override
        public String type() {
            return "quota_paused";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("resets_at", resetsAt)
                    .put("source", source)
                    .put("until", until)
                    .done();
        }

        static Paused read(FieldsReader in) {
            var until = in.momentOrNull("until");
            return new Paused(in.momentOrNull("resets_at"), in.text("source"), until == null ? Instant.EPOCH : until);
        }
    }

    /// One agent step is run to see whether the limit is over.
    record Probed() implements QuotaEvent {
        @Override
        public String type() {
            return "quota_probe";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().done();
        }

        static Probed read(FieldsReader in) {
            return new Probed();
        }
    }

    /// It is over.
    record Resumed() implements QuotaEvent {
        @Override
        public String type() {
            return "quota_resumed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().done();
        }

        static Resumed read(FieldsReader in) {
            return new Resumed();
        }
    }
}
