package dev.prodigy.runtime.control;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.time.Waiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/// Hears the commands to a live run: looks into the run's control folder a few times a second, passes
/// on what is there, and acknowledges it when it is durable.
public final class ControlListener implements AutoCloseable {
    static final String REQUEST = ".request.json";
    /// A request that is being carried out: it cannot be withdrawn any more.
    static final String TAKEN = ".taken.json";

    static final String REPLY = ".reply.json";
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Path folder;
    private final Owner self;
    private final Function<ControlEvent.Received, CompletableFuture<Long>> heard;
    private final Waiter waiter;
    private final Thread thread;

    /// @param folder of requests to the run; need not exist
    /// @param self who holds the run's lock
    /// @param heard passes a command on; completed with the `seq` of its event when that is durable,
    ///     with 0 where the run had ended and nothing was journaled
    /// @param waiter how it lets time pass between two looks
    public ControlListener(
            Path folder, Owner self, Function<ControlEvent.Received, CompletableFuture<Long>> heard, Waiter waiter) {
        this.folder = folder;
        this.self = self;
        this.heard = heard;
        this.waiter = waiter;
        this.thread = Thread.ofPlatform().name("prodigy-control").daemon().unstarted(this::listen);
    }

    /// Begins to listen.
    public void start() {
        thread.start();
    }

    /// Stops listening; requests that were not taken stay, their sender sees that nobody is there any
    /// more.
    @Override
    public void close() {
        thread.interrupt();
    }

    private void listen() {
        try {
            while (true) {
                look();
                waiter.await(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            note(e);
        }
    }

    /// Who asked may have given up meanwhile and taken the folder away, in which a reply then has no place. The next
    /// request is heard all the same; and where the storage has failed, the journal tells.
    private void look() throws InterruptedException, ExecutionException {
        try {
            for (var request : requests()) {
                take(request);
            }
        } catch (IOException | StorageFailure | DirectoryIteratorException e) {
            note(e);
        }
    }

    private static void note(Exception e) {
        System.getLogger(ControlListener.class.getName()).log(System.Logger.Level.DEBUG, "control", e);
    }

    private List<Path> requests() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.newDirectoryStream(folder, "*" + REQUEST)) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            found.sort(null);
            return found;
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    private void take(Path file) throws IOException, InterruptedException, ExecutionException {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return;
        }
        var request = ControlRequest.fromBytes(content).filter(each -> each.isFor(self));
        if (request.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        var taken = beside(file, TAKEN);
        try {
            Files.move(file, taken, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return; // withdrawn
        }
        long seq = heard.apply(request.get().event()).get();
        var reply = new FieldsWriter().put("version", 1).put("seq", seq).done();
        AtomicFile.writeView(
                new LocalDisk(), beside(file, REPLY), (Json.write(reply) + "\n").getBytes(StandardCharsets.UTF_8));
        Files.deleteIfExists(taken);
    }

    /// @return the file of the same command that ends with something else than its request
    static Path beside(Path request, String ending) {
        var name = String.valueOf(request.getFileName());
        return request.resolveSibling(name.substring(0, name.length() - REQUEST.length()) + ending);
    }
}
