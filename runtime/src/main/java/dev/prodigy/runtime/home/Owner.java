package dev.prodigy.runtime.home;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process that holds a lock, as messages name it (spec 05 §5.5). Never used to decide whether the lock is
/// held.
///
/// @param pid its process id
/// @param host the machine's name
/// @param startedAt when it took the lock
/// @param run id of the run that it took the lock for, or null where the lock is the run's own
public record Owner(
        long pid, String host, Instant startedAt, @Nullable String run) {

    /// @param startedAt when it took the lock, that of its run
    public Owner(long pid, String host, Instant startedAt) {
        this(pid, host, startedAt, null);
    }

    /// @param now when the lock is taken
    /// @return this process
    public static Owner thisProcess(Instant now) {
        return new Owner(ProcessHandle.current().pid(), hostName(), now);
    }

    /// @return the same process, with the run that it takes a lock for
    public Owner forRun(String id) {
        return new Owner(pid, host, startedAt, id);
    }

    /// Asks no name server, which could take seconds.
    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return Objects.requireNonNullElse(System.getenv("HOSTNAME"), "localhost");
        }
    }

    /// @return the content of a lock file
    byte[] toBytes() {
        var fields = new FieldsWriter()
                .put("version", 1)
                .put("pid", pid)
                .put("host", host)
                .put("started_at", startedAt)
                .put("run_id", run)
                .done();
        return (Json.write(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// @return the owner, or nothing where the content is not (yet) readable
    static Optional<Owner> fromBytes(byte[] content) {
        if (Json.tryParse(new String(content, StandardCharsets.UTF_8)) instanceof Value.Fields fields
                && fields.get("pid") instanceof Value.Num(BigDecimal pid)
                && fields.get("host") instanceof Value.Text(String host)
                && fields.get("started_at") instanceof Value.Text(String startedAt)) {
            try {
                var run = fields.get("run_id") instanceof Value.Text(String id) ? id : null;
                return Optional.of(new Owner(pid.longValueExact(), host, Instant.parse(startedAt), run));
            } catch (DateTimeException | ArithmeticException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
