package dev.prodigy.runtime.process.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The log of one stream of one execution (spec 05 §5.5). Up to its limit it grows like any log and can be
/// followed. What comes beyond goes round in a nameless file; at the end the first and the last half of the limit
/// are joined by a line that says how many bytes are missing.
///
/// A disk that refuses is asked five times (spec 02 §2.2), then nothing more is logged and {@link #fault} says
/// why.
final class LogFile {
    private static final int TRIES = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final long LEAST_LIMIT = 1024;
    /// More than the line takes, so that what is moved behind it always moves towards the front.
    private static final int ROOM_FOR_LINE = 128;

    private final Path path;
    private final long limit;
    private final long head;
    private final long tail;
    private final Consumer<Duration> pause;
    private @Nullable FileChannel log;
    private @Nullable FileChannel rest;
    private @Nullable IOException fault;
    private long total;

    /// @param pause waits before the next try
    LogFile(Path path, long limit, Consumer<Duration> pause) {
        this.path = path;
        this.limit = Math.max(LEAST_LIMIT, limit);
        this.head = this.limit / 2;
        this.tail = this.limit - head - ROOM_FOR_LINE;
        this.pause = pause;
    }

    void write(byte[] bytes) {
        int within = Math.clamp(limit - total, 0, bytes.length);
        insist(() -> append(bytes, within));
        insist(() -> goRound(bytes, within));
        total += bytes.length;
    }

    /// @return the file's path, or null when it was never made
    @Nullable
    Path close() {
        if (total > limit) {
            attempt(this::join, 1);
        }
        close(log);
        close(rest);
        return log == null ? null : path;
    }

    /// Whatever became of the log: what stays open keeps its place on a disk that may be full.
    private void close(@Nullable FileChannel channel) {
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            fault = fault == null ? e : fault;
        }
    }

    /// @return why the log is not whole, or null
    @Nullable
    IOException fault() {
        return fault;
    }

    private interface Action {
        void run() throws IOException;
    }

    private void insist(Action action) {
        attempt(action, TRIES);
    }

    private void attempt(Action action, int tries) {
        for (int attempt = 1; fault == null; attempt++) {
            try {
                action.run();
                return;
            } catch (IOException e) {
                if (attempt == tries) {
                    fault = e;
                } else {
                    pause.accept(FIRST_PAUSE.multipliedBy(1L << (attempt - 1)));
                }
            }
        }
    }

    private void append(byte[] bytes, int count) throws IOException {
        if (count > 0) {
            if (log == null) {
                log = PrivateFile.create(path);
            }
            write(log, total, bytes, 0, count);
        }
    }

    private void goRound(byte[] bytes, int from) throws IOException {
        if (from == bytes.length) {
            return;
        }
        if (rest == null) {
            rest = PrivateFile.createNameless(path);
        }
        long beyond = total + from - limit;
        for (int at = from; at < bytes.length; ) {
            long position = (beyond + at - from) % tail;
            int count = (int) Math.min(bytes.length - at, tail - position);
            write(rest, position, bytes, at, count);
            at += count;
        }
    }

    private void join() throws IOException {
        if (log == null || rest == null) {
            return;
        }
        long beyond = total - limit;
        var line = "\n[prodigy: %d bytes are missing here]\n"
                .formatted(total - head - tail)
                .getBytes(StandardCharsets.UTF_8);
        write(log, head, line, 0, line.length);
        long fromLog = Math.max(0, tail - beyond);
        long to = head + line.length;
        copy(log, limit - fromLog, fromLog, log, to);
        long oldest = beyond < tail ? 0 : beyond % tail;
        long upToEnd = Math.min(beyond, tail) - oldest;
        copy(rest, oldest, upToEnd, log, to + fromLog);
        copy(rest, 0, oldest, log, to + fromLog + upToEnd);
        log.truncate(to + tail);
    }

    private static void copy(FileChannel from, long at, long count, FileChannel into, long to) throws IOException {
        var buffer = new byte[(int) Math.min(count, 64 * 1024)];
        for (long done = 0; done < count; ) {
            int length = from.read(ByteBuffer.wrap(buffer, 0, (int) Math.min(buffer.length, count - done)), at + done);
            if (length < 0) {
                throw new IOException("the log became shorter while it was written");
            }
            write(into, to + done, buffer, 0, length);
            done += length;
        }
    }

    private static void write(FileChannel into, long at, byte[] bytes, int from, int count) throws IOException {
        var buffer = ByteBuffer.wrap(bytes, from, count);
        while (buffer.hasRemaining()) {
            into.write(buffer, at + buffer.position() - from);
        }
    }
}
