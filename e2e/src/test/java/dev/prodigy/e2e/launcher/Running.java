package dev.prodigy.e2e.launcher;

import dev.prodigy.e2e.sandbox.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A launcher that was started and may still be at work.
///
/// @param process its process; the launcher replaces itself by the JVM, so this is the program
/// @param out the file its stdout goes to
/// @param err the file its stderr goes to
/// @param startedAt `System.nanoTime` of the start
public record Running(Process process, Path out, Path err, long startedAt) {

    /// Waits for the end.
    ///
    /// @throws AssertionError when it does not come in time; the process is killed
    public Ended await() {
        try {
            if (!process.waitFor(Prodigy.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("not ended after " + Prodigy.LIMIT + "; stderr:\n" + Files.readString(err));
            }
            var elapsed = Duration.ofNanos(System.nanoTime() - startedAt);
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err), elapsed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Sends a signal by its name without `SIG`: `INT`, `TERM`, `KILL`.
    public Running signal(String name) {
        return signal(name, String.valueOf(process.pid()));
    }

    /// Sends a signal to the whole process group that the program leads, as a terminal does.
    public Running signalGroup(String name) {
        return signal(name, "-" + process.pid());
    }

    private Running signal(String name, String target) {
        try {
            new ProcessBuilder("kill", "-" + name, "--", target).start().waitFor();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Kills it as a power failure would, and waits until it is gone.
    public Ended kill() {
        return signal("KILL").await();
    }

    /// Waits until a condition holds while the program is at work.
    ///
    /// @throws AssertionError when the program ends first, or time is up
    public Running until(String what, Await.Condition condition) {
        Await.until(what, () -> condition.holds() || !process.isAlive());
        if (!Await.holds(condition)) {
            throw new AssertionError("ended before: " + what + "\n" + await());
        }
        return this;
    }
}
