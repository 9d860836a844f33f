package dev.prodigy.runtime.process.output;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Takes what a process prints to where it is wanted: captures, filter, log, tails, display, events. Holds at
/// most 256 KiB per stream beside the captures and a begun event line, whatever is printed (spec 03 §13).
public final class OutputCollector {
    /// How much of a stream's end error records are made from (spec 02 §2.4).
    private static final int TAIL = 64 * 1024;

    /// Keeps both streams in one order.
    private final ReentrantLock lock = new ReentrantLock();

    /// Begun when the second of the streams says something: until then it is the same as the first.
    private final LastBytes bothCaptured;

    private final int bothLimit;

    private final Part stdout;
    private final Part stderr;
    private volatile boolean cut;
    private volatile boolean lost;

    /// @param pause waits; between the tries of a disk that refuses a log
    public OutputCollector(OutputSpec spec, Consumer<Duration> pause) {
        bothLimit = spec.captures().both();
        bothCaptured = spec.captures().keeperOfBoth(spec.filter().get());
        stdout = new Part(Stream.STDOUT, spec, spec.events(), spec.spool(), pause);
        stderr = new Part(Stream.STDERR, spec, null, null, pause);
    }

    /// Takes the next bytes of a stream. Callable from one thread per stream.
    ///
    /// @return whether they are a sign of life
    public boolean take(Stream stream, byte[] chunk) {
        lock.lock();
        try {
            return !cut && part(stream).take(chunk);
        } finally {
            lock.unlock();
        }
    }

    /// @return whether a log cannot be written any more: what is printed from now on is recorded nowhere
    public boolean isLost() {
        return lost;
    }

    /// Ends the output here: what is still taken is dropped (spec 02 §10).
    public void cut() {
        cut = true;
    }

    /// Closes the logs. To be called once, when nothing more is taken.
    public Outputs finish() {
        lock.lock();
        try {
            var out = stdout.finish();
            var err = stderr.finish();
            var both = both(out, err);
            bothCaptured.close();
            return new Outputs(out, err, both);
        } finally {
            lock.unlock();
        }
    }

    private Kept both(StreamOutput out, StreamOutput err) {
        if ((stdout.bytes > 0 && stderr.bytes > 0) || bothLimit == 0) {
            return bothCaptured.kept();
        }
        return stderr.bytes > 0 ? err.captured() : out.captured();
    }

    private void takeBoth(Part by, byte[] chunk) {
        var other = by == stdout ? stderr : stdout;
        if (other.bytes == 0) {
            return;
        }
        if (by.bytes == 0) {
            bothCaptured.begin(other.captured.kept());
        }
        bothCaptured.write(chunk);
    }

    private Part part(Stream stream) {
        return switch (stream) {
            case STDOUT -> stdout;
            case STDERR -> stderr;
        };
    }

    /// One of the two streams.
    private final class Part {
        private final Stream stream;
        private final LastBytes captured;
        private final LastBytes tail = new LastBytes(TAIL);
        private final ByteFilter filter;
        private final @Nullable Display display;
        private final Utf8Decoder shown = new Utf8Decoder();
        private final @Nullable LogFile log;
        private final @Nullable Spool spool;
        private final @Nullable AgentLog agentLog;
        private final @Nullable LineSplitter events;
        private final boolean anyByteIsLife;
        private long bytes;

        Part(
                Stream stream,
                OutputSpec spec,
                @Nullable EventLines events,
                @Nullable Spool spool,
                Consumer<Duration> pause) {
            this.stream = stream;
            this.filter = spec.filter().get();
            this.captured = spec.captures().keeper(stream, filter);
            this.display = spec.display();
            var path = spec.logs().of(stream);
            this.log = path == null ? null : new LogFile(path, spec.logs().limit(), pause);
            var ofEvents = stream == Stream.STDOUT ? spec.logs().agent() : null;
            this.agentLog = ofEvents == null
                    ? null
                    : new AgentLog(new LogFile(ofEvents, spec.logs().limit(), pause));
            this.events = events == null ? null : new LineSplitter(events);
            this.spool = spool;
            this.anyByteIsLife = spec.events() == null;
        }

        boolean take(byte[] chunk) {
            takeBoth(this, chunk);
            bytes += chunk.length;
            if (spool != null) {
                spool.write(chunk);
            }
            captured.write(chunk);
            passOn(filter.pass(chunk));
            boolean event = events != null && events.write(chunk);
            return event || anyByteIsLife;
        }

        private void passOn(byte[] masked) {
            if (masked.length > 0) {
                tail.write(masked);
                if (log != null) {
                    log.write(masked);
                }
                if (agentLog != null) {
                    agentLog.write(masked);
                }
                lost |= fault() != null;
                if (display != null) {
                    display(display, shown.decode(masked));
                }
            }
        }

        private void display(Display display, String text) {
            if (!text.isEmpty()) {
                display.show(stream, text);
            }
        }

        StreamOutput finish() {
            if (bytes > 0) {
                passOn(filter.rest());
                if (display != null) {
                    display(display, shown.rest());
                }
                if (events != null && !cut) {
                    events.finish();
                }
            }
            if (agentLog != null) {
                agentLog.close();
            }
            var path = log == null ? null : log.close();
            var kept = captured.kept();
            captured.close();
            return new StreamOutput(bytes, kept, tail.kept(), path, fault());
        }

        private @Nullable IOException fault() {
            var fault = log == null ? null : log.fault();
            return fault == null && agentLog != null ? agentLog.fault() : fault;
        }
    }
}
