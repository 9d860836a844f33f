package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// What a person asked of a live run.
public sealed interface ControlEvent extends Event {
    /// Who pauses, lets go on, or ends a run because of what becomes of the calling run.
    String CALLER = "parent";

    /// Somebody gave the run a command.
    record Received(String command, Value.Fields arguments, String actor) implements ControlEvent {
        @Override
        public String type() {
            return "control_received";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("command", command)
                    .put("arguments", arguments)
                    .put("actor", actor)
                    .done();
        }

        static Received read(FieldsReader in) {
            return new Received(in.text("command"), in.fields("arguments"), in.text("actor"));
        }
    }

    /// Nothing new begins until the run is to go on.
    record Paused(String by) implements ControlEvent {
        @Override
        public String type() {
            return "dispatch_paused";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("by", by).done();
        }

        static Paused read(FieldsReader in) {
            return new Paused(in.text("by"));
        }
    }

    /// What waited may begin again.
    record Continued(String by) implements ControlEvent {
        @Override
        public String type() {
            return "dispatch_resumed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("by", by).done();
        }

        static Continued read(FieldsReader in) {
            return new Continued(in.text("by"));
        }
    }

    /// A setting of the running run was changed.
    record SettingChanged(String key, @Nullable Value from, Value to, String actor) implements ControlEvent {
        @Override
        public String type() {
            return "setting_changed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("key", key)
                    .put("from", from)
                    .put("to", to)
                    .put("actor", actor)
                    .done();
        }

        static SettingChanged read(FieldsReader in) {
            return new SettingChanged(in.text("key"), in.valueOrNull("from"), in.value("to"), in.text("actor"));
        }
    }
}
