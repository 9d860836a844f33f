package dev.prodigy.cli.run;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Ends a run, or its start, when the process is asked to: the first signal with grace, a second one at once (spec 03
/// §8). More of them change nothing: the end is less than a second away, and the result is still to be told.
final class SignalStop {
    private static final long LAST_WORDS_MS = 850;
    private static final Duration WORDS_TAKE = Duration.ofMillis(50);

    private final Consumer<String> tell;
    private final CutOff cutOff;
    private final String again;
    private final LastResort lastResort;
    private Stoppable underway;
    private @Nullable String first;
    private @Nullable String run;
    private boolean isOver;
    private int signals;

    /// What is to be ended.
    @FunctionalInterface
    interface Stoppable {
        /// @param signal such as `SIGINT`
        /// @param immediately without grace
        void stop(String signal, boolean immediately);
    }

    /// The result of what had no time to tell it.
    @FunctionalInterface
    interface CutOff {
        /// @param run null where none had begun
        void tell(@Nullable String run, int exitCode);
    }

    /// Ends the process when the run does not.
    @FunctionalInterface
    interface LastResort {
        /// @param afterMs how long the run may still take
        /// @param lastWords says what is left to do; nobody waits for a terminal that does not take it
        void exit(int exitCode, long afterMs, Runnable lastWords);
    }

    /// @param tell shows a line to the user, whatever else is shown
    /// @param cutOff is asked right before the process is ended from here
    /// @param again goes on with a run whose id is added
    /// @param start what is under way until the run has begun
    SignalStop(Consumer<String> tell, CutOff cutOff, String again, Stoppable start) {
        this(tell, cutOff, again, start, SignalStop::halt);
    }

    SignalStop(Consumer<String> tell, CutOff cutOff, String again, Stoppable start, LastResort lastResort) {
        this.tell = tell;
        this.cutOff = cutOff;
        this.again = again;
        this.underway = start;
        this.lastResort = lastResort;
    }

    /// The run has begun. A signal that came before counts now.
    ///
    /// @param id of the run
    synchronized void watch(String id, Stoppable begun) {
        underway = begun;
        run = id;
        if (first != null) {
            begun.stop(first, signals > 1);
        }
    }

    /// The run has come to its end and has put away what was its own.
    synchronized void ended() {
        isOver = true;
    }

    /// A signal came.
    synchronized void heard(String signal) {
        signals++;
        if (signals > 2) {
            return;
        }
        first = first == null ? signal : first;
        boolean immediately = signals > 1;
        tell.accept(
                immediately
                        ? "prodigy: " + signal + " again: killing what runs"
                        : "prodigy: " + signal + ": stopping; what runs gets its grace, another signal kills it");
        underway.stop(signal, immediately);
        if (immediately) {
            lastResort.exit(exitCode(signal), LAST_WORDS_MS, () -> lastWords(exitCode(signal)));
        }
    }

    /// A run that had no time to put its worktrees away leaves them (spec 03 §8, §12).
    private void lastWords(int exitCode) {
        String id;
        boolean wasOver;
        synchronized (this) {
            id = run;
            wasOver = isOver;
        }
        cutOff.tell(id, exitCode);
        if (id != null && !wasOver) {
            tell.accept("prodigy: " + id + " was ended before everything was put away");
            tell.accept("Next: " + again + id);
            tell.accept(
                    "Of the worktrees that are left, this saves and removes what no run needs: prodigy worktree gc");
        }
    }

    /// @return the first signal that came, or null
    synchronized @Nullable String first() {
        return first;
    }

    /// @return the exit code of a run that this signal cancelled (spec 00)
    static int exitCode(String signal) {
        return switch (signal) {
            case "SIGINT" -> 130;
            case "SIGTERM" -> 143;
            default -> 1;
        };
    }

    private static void halt(int exitCode, long afterMs, Runnable lastWords) {
        Thread.ofPlatform().daemon().name("prodigy-last-resort").start(() -> {
            try {
                Thread.sleep(afterMs);
                Thread.ofPlatform().daemon().start(lastWords).join(WORDS_TAKE);
                Runtime.getRuntime().halt(exitCode);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
