package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.progress.Progress;
import org.jspecify.annotations.Nullable;

/// Ends a run when the process is asked to: the first signal with grace, a second one at once (spec 03 §8).
final class SignalStop {
    private static final long LAST_WORDS_MS = 900;

    private final Invocation call;
    private final Progress progress;
    private final LastResort lastResort;
    private @Nullable Stoppable run;
    private int signals;

    /// What is to be ended.
    @FunctionalInterface
    interface Stoppable {
        /// @param signal such as `SIGINT`
        /// @param immediately without grace
        void stop(String signal, boolean immediately);
    }

    /// Ends the process when the run does not.
    @FunctionalInterface
    interface LastResort {
        /// @param afterMs how long the run may still take
        void exit(int exitCode, long afterMs);
    }

    SignalStop(Invocation call, Progress progress) {
        this(call, progress, SignalStop::halt);
    }

    SignalStop(Invocation call, Progress progress, LastResort lastResort) {
        this.call = call;
        this.progress = progress;
        this.lastResort = lastResort;
    }

    /// The run has begun. A signal that came before counts now.
    synchronized void watch(Stoppable begun) {
        run = begun;
        if (signals > 0) {
            begun.stop("SIGINT", signals > 1);
        }
    }

    /// A signal came.
    synchronized void heard(String signal) {
        signals++;
        boolean immediately = signals > 1;
        progress.undisturbed(() -> {
            call.console()
                    .err()
                    .println(
                            immediately
                                    ? "prodigy: " + signal + " again: killing what runs"
                                    : "prodigy: " + signal
                                            + ": stopping; what runs gets its grace, another signal kills it");
            call.console().err().flush();
            return signals;
        });
        if (run != null) {
            run.stop(signal, immediately);
        }
        if (immediately) {
            lastResort.exit(exitCode(signal), signals > 2 ? 0 : LAST_WORDS_MS);
        }
    }

    /// @return the exit code of a run that this signal cancelled (spec 00)
    static int exitCode(String signal) {
        return switch (signal) {
            case "SIGINT" -> 130;
            case "SIGTERM" -> 143;
            default -> 1;
        };
    }

    private static void halt(int exitCode, long afterMs) {
        Thread.ofPlatform().daemon().name("prodigy-last-resort").start(() -> {
            try {
                Thread.sleep(afterMs);
                Runtime.getRuntime().halt(exitCode);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
