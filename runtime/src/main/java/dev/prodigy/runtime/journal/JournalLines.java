package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The lines of several journal files one after the other, valid or not.
final class JournalLines implements Closeable {
    private static final byte[] LINE_START = "{\"v\":1,\"seq\":".getBytes(StandardCharsets.US_ASCII);

    private final Deque<JournalFile> files;
    private long firstOffset;
    private long linesBefore;
    private @Nullable JournalFile file;
    private @Nullable LineSource source;

    /// @param files oldest first
    /// @param start where to begin in the first of them
    JournalLines(List<JournalFile> files, Position start) {
        this.files = new ArrayDeque<>(files);
        this.firstOffset = start.offset();
        this.linesBefore = start.line();
    }

    /// @return whether there is a further line, which is current then
    boolean advance() throws IOException {
        while (source == null || !source.advance()) {
            var nextFile = files.poll();
            if (nextFile == null) {
                return false;
            }
            if (source != null) {
                source.close();
                source = null;
                linesBefore = 0;
            }
            file = nextFile;
            source = new LineSource(nextFile.open(firstOffset), firstOffset, JournalFormat.MAX_LINE);
            firstOffset = 0;
        }
        return true;
    }

    Envelope.Verdict read(Envelope envelope) {
        var at = source();
        return at.isWhole() ? envelope.read(at.buffer(), at.from(), at.to()) : Envelope.Verdict.NO_LINE;
    }

    /// Looks for a valid line at the end of the current one: its predecessor's end mark may be what was lost.
    boolean endsWithLine(Envelope envelope) {
        var at = source();
        for (int start = at.to() - LINE_START.length; start > at.from(); start--) {
            if (Arrays.equals(at.buffer(), start, start + LINE_START.length, LINE_START, 0, LINE_START.length)) {
                return at.isEnded() && isUsable(envelope.read(at.buffer(), start, at.to()));
            }
        }
        return false;
    }

    static boolean isUsable(Envelope.Verdict verdict) {
        return verdict == Envelope.Verdict.VALID || verdict == Envelope.Verdict.NEWER;
    }

    Path file() {
        return current().path();
    }

    /// @return the current line's number in its file, from 1
    long number() {
        return linesBefore + source().number();
    }

    long offset() {
        return source().offset();
    }

    long endOffset() {
        return source().endOffset();
    }

    Damage damage(Damage.Kind kind, String detail) {
        boolean begun = source != null && source.number() > 0;
        return new Damage(file(), begun ? number() : 0, begun ? offset() : 0, kind, detail);
    }

    /// @param failure of unpacking; one for an end within the archive's own head has no message
    Damage brokenArchive(IOException failure) {
        var reason = Objects.requireNonNullElse(failure.getMessage(), "it ends too early");
        return damage(Damage.Kind.CHECKSUM, "the archive is broken: " + reason);
    }

    @Override
    public void close() {
        if (source != null) {
            try {
                source.close();
            } catch (IOException e) {
                throw StorageFailure.of("close", file(), e);
            }
        }
    }

    private LineSource source() {
        return Objects.requireNonNull(source, "no line yet");
    }

    private JournalFile current() {
        return Objects.requireNonNull(file, "no line yet");
    }
}
