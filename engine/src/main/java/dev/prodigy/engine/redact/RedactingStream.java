package dev.prodigy.engine.redact;

import com.google.re2j.Pattern;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Masks secrets in bytes that come in pieces, wherever the pieces are cut. Holds back at most the unfinished
/// line, of a long line its end, and what may become a declared secret.
public final class RedactingStream {
    /// A line longer than this is passed on in parts.
    static final int LONGEST_HELD = 4 * TokenScanner.LOOKS_AHEAD;

    private final SecretAutomaton secrets;
    private final List<Pattern> patterns;
    private final List<Spans> found = new ArrayList<>();
    private final Spans declared = new Spans();
    private final Spans likely = new Spans();
    private final TokenScanner tokens = new TokenScanner();
    private final JsonGuard guard = new JsonGuard();
    private byte[] held = new byte[1024];
    private int length;
    private int scanned;
    private int state = SecretAutomaton.START;

    RedactingStream(SecretAutomaton secrets, List<Pattern> patterns) {
        this.secrets = secrets;
        this.patterns = patterns;
        found.add(declared);
        found.add(likely);
        patterns.forEach(_ -> found.add(new Spans()));
    }

    /// @return what is certain after these further bytes, masked: the lines that they completed
    public byte[] push(byte[] bytes, int offset, int count) {
        append(bytes, offset, count);
        var lines = endOfLines(length - count);
        if (lines > scanned) {
            scan(lines, lines);
        }
        if (length - scanned > LONGEST_HELD) {
            scan(length - TokenScanner.LOOKS_AHEAD, length);
        }
        // in the middle of a line the words before a secret are looked at again
        var known = scanned > 0 && held[scanned - 1] == '\n' ? scanned : scanned - TokenScanner.LOOKS_BACK;
        return emit(Math.min(known, length - secrets.depth(state)), false);
    }

    /// @return the rest, masked; nothing can be pushed any more
    public byte[] finish() {
        scan(length, length);
        return emit(length, true);
    }

    /// @return how many bytes before a place have to be known to say whether it lies in a secret
    public int looksBack() {
        return Math.max(secrets.longest(), TokenScanner.LOOKS_AHEAD);
    }

    /// Nobody would know the half of a secret, or one of which nothing tells any more that it is one.
    ///
    /// @param bytes as they are, none of which need to have been pushed
    /// @return the first place from `at` on where they can be cut: what is masked behind it is so without what is
    ///     before
    public int cut(byte[] bytes, int at) {
        var place = at;
        for (int reach = looksBack(); ; reach *= 2) {
            var to = (int) Math.min(bytes.length, (long) at + reach);
            for (var further = at; further >= 0; ) {
                place = further;
                further = unmasked(bytes, place, to);
            }
            if (place < to || to == bytes.length) {
                return place;
            }
        }
    }

    /// @return the end of the last secret that would not be masked behind such a cut; -1 when all would be
    private int unmasked(byte[] bytes, int at, int to) {
        var whole = new RedactingStream(secrets, patterns).spans(bytes, 0, to);
        var behind = new RedactingStream(secrets, patterns).spans(bytes, at, to);
        var end = -1;
        for (var i = 0; i < whole.size(); i++) {
            if (whole.end(i) > at && !behind.cover(Math.max(0, whole.start(i) - at), whole.end(i) - at)) {
                end = whole.end(i);
            }
        }
        return end;
    }

    private Spans spans(byte[] bytes, int from, int to) {
        append(bytes, from, to - from);
        scan(length, length);
        return Spans.union(found);
    }

    private void append(byte[] bytes, int offset, int count) {
        if (length + count > held.length) {
            held = Arrays.copyOf(held, Math.max(2 * held.length, length + count));
        }
        System.arraycopy(bytes, offset, held, length, count);
        for (var i = length; i < length + count; i++) {
            state = secrets.step(state, held[i]);
            var size = secrets.found(state);
            if (size > 0) {
                declared.add(i + 1 - size, i + 1);
            }
        }
        length += count;
    }

    private int endOfLines(int from) {
        for (var i = length; i > from; i--) {
            if (held[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }

    private void scan(int limit, int to) {
        for (var i = 0; i < patterns.size(); i++) {
            match(patterns.get(i), scanned, to, found.get(2 + i));
        }
        scanned = tokens.scan(held, scanned, limit, to, likely);
    }

    /// Line by line: what a pattern means is meant for one line.
    private void match(Pattern pattern, int from, int to, Spans spans) {
        var start = from;
        while (start < to) {
            var end = start;
            while (end < to && held[end] != '\n') {
                end++;
            }
            var matcher = pattern.matcher(Arrays.copyOfRange(held, start, end));
            while (matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    spans.add(start + matcher.start(), start + matcher.end());
                }
            }
            start = end + 1;
        }
    }

    private byte[] emit(int upTo, boolean last) {
        if (upTo <= 0) {
            return new byte[0];
        }
        var out = new ByteArrayOutputStream(upTo);
        var written = guard.write(held, upTo, Spans.union(found), last, out);
        System.arraycopy(held, written, held, 0, length - written);
        length -= written;
        scanned -= written;
        found.forEach(each -> each.shift(written));
        return out.toByteArray();
    }
}
