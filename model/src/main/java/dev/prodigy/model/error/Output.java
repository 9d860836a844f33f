package dev.prodigy.model.error;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What an attempt printed last, and where all of it is (spec 02 §2.1, 05 §7).
///
/// @param tail last 20 lines (4 KiB) of stderr, then of stdout, redacted; null when nothing was said
/// @param stderrLines how many lines of the tail are stderr's, where it holds both streams; else 0
/// @param log path, below the program's home, of the log that is named first
/// @param logs paths of all its logs, that one included
public record Output(
        @Nullable String tail, int stderrLines, @Nullable String log, List<String> logs) {

    /// Nothing is known.
    public static final Output NONE = new Output(null, 0, null, List.of());

    public Output {
        logs = logs.isEmpty() && log != null ? List.of(log) : List.copyOf(logs);
    }

    /// @param stderr its end, empty when nothing was said there
    /// @param stdout likewise
    /// @return an output whose logs are not known
    public static Output of(String stderr, String stdout) {
        if (stderr.isEmpty() || stdout.isEmpty()) {
            var only = stderr + stdout;
            return only.isEmpty() ? NONE : new Output(only, 0, null, List.of());
        }
        int lines = 1 + (int) stderr.chars().filter(each -> each == '\n').count();
        return new Output(stderr + "\n" + stdout, lines, null, List.of());
    }

    /// @return the same with its logs
    public Output in(@Nullable String first, List<String> all) {
        return new Output(tail, stderrLines, first, all);
    }

    /// @return the end of stderr, else of stdout; null when nothing was said
    public @Nullable String evident() {
        return tail == null ? null : tail.substring(0, endOfFirst(tail));
    }

    private int endOfFirst(String text) {
        int end = stderrLines == 0 ? text.length() : -1;
        for (int line = 0; line < stderrLines; line++) {
            int next = text.indexOf('\n', end + 1);
            if (next < 0) {
                return text.length();
            }
            end = next;
        }
        return end;
    }

    /// @return the same, the text of each stream changed
    public Output map(UnaryOperator<String> change) {
        if (tail == null) {
            return this;
        }
        int end = endOfFirst(tail);
        if (end == tail.length()) {
            return new Output(change.apply(tail), 0, log, logs);
        }
        return of(change.apply(tail.substring(0, end)), change.apply(tail.substring(end + 1)))
                .in(log, logs);
    }

    /// @return the same, with what is not known of it taken from the other
    public Output or(Output other) {
        boolean silent = tail == null;
        return new Output(
                silent ? other.tail : tail,
                silent ? other.stderrLines : stderrLines,
                log == null ? other.log : log,
                logs.isEmpty() ? other.logs : logs);
    }
}
