package dev.prodigy.runtime.control;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.CompactTime;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Sends a command to the process that works on a run, and waits until it is durable there.
public final class ControlClient {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int TRIES = 100;

    private final Path lock;
    private final Path folder;
    private final Time time;
    private final Disk disk;

    /// Commands to one run.
    public ControlClient(Home home, RunRef run, Time time) {
        this(home, run, time, new LocalDisk());
    }

    ControlClient(Home home, RunRef run, Time time, Disk disk) {
        this.time = time;
        this.disk = disk;
        this.lock = home.runLock(run.repo(), run.run());
        this.folder = home.control(run.run());
    }

    /// What came of a command.
    public sealed interface Answer {
        /// The run has journaled it.
        ///
        /// @param seq of its event
        record Acknowledged(long seq) implements Answer {}

        /// No process works on the run, or it ended before it took the command.
        record NotRunning() implements Answer {}

        /// The process did not answer in time; the command is withdrawn.
        ///
        /// @param owner the process, or null when it has not even written down who it is
        record Silent(@Nullable Owner owner) implements Answer {}
    }

    /// Sends a command.
    ///
    /// @throws StorageFailure when the home cannot be written
    public Answer send(ControlEvent.Received event) {
        for (var waited = Duration.ZERO; ; waited = waited.plus(PAUSE)) {
            var holder = OwnerLock.holder(lock);
            if (holder.isEmpty()) {
                return new Answer.NotRunning();
            }
            var owner = holder.get().owner();
            if (owner.isPresent()) {
                return send(owner.get(), event);
            }
            // in the moment before the holder has written down who it is; on a full disk that moment does not end
            if (waited.compareTo(PATIENCE) >= 0) {
                return new Answer.Silent(null);
            }
            pause();
        }
    }

    private Answer send(Owner owner, ControlEvent.Received event) {
        var name = CompactTime.format(time.clock().instant()) + "-"
                + ProcessHandle.current().pid();
        var request = folder.resolve(name + ControlListener.REQUEST);
        try {
            place(request, ControlRequest.to(owner, event).toBytes());
            return await(owner, request);
        } catch (IOException e) {
            throw StorageFailure.of("write", request, e);
        } finally {
            tidy(request);
        }
    }

    /// Who asked before may take the folder away, when it is empty, between its creation and our file.
    private void place(Path request, byte[] content) throws IOException {
        for (int tries = 1; ; tries++) {
            disk.createFolders(folder);
            try {
                AtomicFile.writeView(disk, request, content);
                return;
            } catch (StorageFailure e) {
                if (tries == TRIES || !(e.getCause() instanceof NoSuchFileException)) {
                    throw e;
                }
            }
        }
    }

    private Answer await(Owner owner, Path request) throws IOException {
        var taken = ControlListener.beside(request, ControlListener.TAKEN);
        var reply = ControlListener.beside(request, ControlListener.REPLY);
        for (var waited = Duration.ZERO; ; waited = waited.plus(PAUSE)) {
            // asked before the reply is looked for: a run that ends meanwhile has answered
            boolean isThere = isThere(owner);
            if (Files.exists(reply)) {
                long seq = seq(reply);
                return seq == 0 ? new Answer.NotRunning() : new Answer.Acknowledged(seq);
            }
            if (!isThere) {
                return new Answer.NotRunning();
            }
            if (waited.compareTo(PATIENCE) >= 0 && (Files.deleteIfExists(request) || isLost(taken, reply))) {
                return new Answer.Silent(owner);
            }
            pause();
        }
    }

    /// What has been taken will be answered, unless somebody took the folder away.
    private static boolean isLost(Path taken, Path reply) {
        return !Files.exists(taken) && !Files.exists(reply);
    }

    private void pause() {
        try {
            time.waiter().await(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return whether the process still holds the run's lock, as far as the lock tells
    private boolean isThere(Owner owner) {
        var holder = OwnerLock.holder(lock);
        return holder.isPresent() && holder.get().owner().map(owner::equals).orElse(true);
    }

    private static long seq(Path reply) throws IOException {
        return Json.tryParse(Files.readString(reply, StandardCharsets.UTF_8)) instanceof Value.Fields fields
                        && fields.get("seq") instanceof Value.Num(var seq)
                ? seq.longValue()
                : 0;
    }

    private void tidy(Path request) {
        try {
            Files.deleteIfExists(request);
            Files.deleteIfExists(ControlListener.beside(request, ControlListener.TAKEN));
            Files.deleteIfExists(ControlListener.beside(request, ControlListener.REPLY));
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
            // somebody else has asked for something too
        } catch (IOException e) {
            throw StorageFailure.of("delete", request, e);
        }
    }
}
