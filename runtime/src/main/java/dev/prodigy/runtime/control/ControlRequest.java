package dev.prodigy.runtime.control;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.UnreadableFields;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Owner;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A command on its way to a live run.
///
/// @param pid of the process it is addressed to
/// @param since when that process took the run's lock, in milliseconds
public record ControlRequest(long pid, long since, ControlEvent.Received event) {
    private static final int VERSION = 1;

    /// @return a command to the process that holds the run's lock
    public static ControlRequest to(Owner owner, ControlEvent.Received event) {
        return new ControlRequest(owner.pid(), owner.startedAt().toEpochMilli(), event);
    }

    /// @return whether it is addressed to this process
    boolean isFor(Owner self) {
        return pid == self.pid() && since == self.startedAt().toEpochMilli();
    }

    byte[] toBytes() {
        var fields = new FieldsWriter()
                .put("version", VERSION)
                .put("pid", pid)
                .put("since", since)
                .putAll(event.body())
                .done();
        return (Json.write(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// @return the request, or nothing where the content is none
    static Optional<ControlRequest> fromBytes(byte[] content) {
        try {
            if (Json.tryParse(new String(content, StandardCharsets.UTF_8)) instanceof Value.Fields fields) {
                var in = new FieldsReader(fields);
                return Optional.of(new ControlRequest(
                        in.number("pid"),
                        in.number("since"),
                        new ControlEvent.Received(in.text("command"), in.fields("arguments"), in.text("actor"))));
            }
            return Optional.empty();
        } catch (UnreadableFields e) {
            return Optional.empty();
        }
    }
}
