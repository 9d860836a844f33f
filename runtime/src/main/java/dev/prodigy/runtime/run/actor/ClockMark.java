package dev.prodigy.runtime.run.actor;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.time.Waiter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/// How far the run clock has come, written beside the journal once a second while a process works on the run: after
/// kill -9 what steps and items used since the last event is charged too (spec 02 §12).
///
/// It is no part of the truth: nothing of it is forced, a process that ends otherwise takes it away, and where it
/// cannot be written or read the journal's last event says how late it is.
public final class ClockMark implements AutoCloseable {
    /// The most that is lost.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Path file;
    private final Thread writer;

    /// Begins to write.
    ///
    /// @param elapsed what the run clock shows
    /// @param waiter how time passes between two marks
    public ClockMark(Path file, Supplier<Duration> elapsed, Waiter waiter) {
        this.file = file;
        this.writer = Thread.ofVirtual().name("prodigy-clock-mark").start(() -> write(elapsed, waiter));
    }

    /// @return the file of a run
    public static Path of(Home home, RunRef ref) {
        return home.events(ref.repo(), ref.run()).resolve("run.clock");
    }

    /// @return what it says; zero where there is none
    public static Duration read(Path file) {
        try {
            return Duration.ofMillis(
                    Long.parseLong(Files.readString(file, US_ASCII).strip()));
        } catch (IOException | NumberFormatException _) {
            return Duration.ZERO;
        }
    }

    private void write(Supplier<Duration> elapsed, Waiter waiter) {
        try {
            waiter.await(PAUSE);
            var mode = OwnerOnly.file();
            var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try (var channel = FileChannel.open(file, options, mode)) {
                while (true) {
                    var text = "%20d".formatted(elapsed.get().toMillis());
                    channel.write(ByteBuffer.wrap(text.getBytes(US_ASCII)), 0);
                    waiter.await(PAUSE);
                }
            }
        } catch (IOException _) {
            return; // the journal's last event has to do
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        writer.interrupt();
        try {
            writer.join();
            Files.deleteIfExists(file);
        } catch (IOException _) {
            return; // it says no more than the journal does
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
