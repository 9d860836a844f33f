package dev.prodigy.runtime.run;

import dev.prodigy.runtime.process.kernel.OwnProcesses;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.world.Halt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Ends the start of a run. While there is no run yet that a signal could end, the commands of secrets are at work,
/// and git; any of them may wait for ever (spec 03 §8).
public final class EarlyStop {
    /// The code of the refusal when the start was ended.
    public static final String CANCELLED = "cancelled";

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LAST_WORDS = Duration.ofMillis(300);

    private final Halt halt;
    private final Means means;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    /// What the end takes.
    interface Means {
        /// Has something done at a later time.
        void later(Duration delay, Runnable what);

        /// Kills git: whoever waits for it is left behind, and the program is about to exit.
        void killPrograms();
    }

    /// Nothing is to be ended yet.
    public EarlyStop() {
        this(new Halt());
    }

    /// @param halt ends the commands of the start
    EarlyStop(Halt halt) {
        this(halt, new Means() {
            @Override
            public void later(Duration delay, Runnable what) {
                CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(what);
            }

            @Override
            public void killPrograms() {
                OwnProcesses.killPrograms();
            }
        });
    }

    EarlyStop(Halt halt, Means means) {
        this.halt = halt;
        this.means = means;
    }

    /// @return the switch of the commands that are run for the start
    Halt halt() {
        return halt;
    }

    /// Ends the start: commands get TERM and, after the grace, KILL; then it is not waited for any longer.
    ///
    /// @param immediately without grace; also hurries an end that was asked for before
    public void end(boolean immediately) {
        halt.end(immediately);
        if (immediately) {
            means.later(LAST_WORDS, () -> over.complete(null));
        } else {
            means.later(GRACE, () -> end(true));
        }
    }

    /// Has a thread of its own start something, and waits for that.
    ///
    /// @return what was started; it may be so although the start was to be ended
    /// @throws RunRefused {@link #CANCELLED} when the start was ended
    public <T> T await(Supplier<T> start) {
        var started = new CompletableFuture<T>();
        Thread.ofPlatform().daemon().name("prodigy-start").start(() -> {
            try {
                started.complete(start.get());
            } catch (RuntimeException | Error e) {
                started.completeExceptionally(e);
            }
        });
        CompletableFuture.anyOf(started.exceptionally(_ -> null), over).join();
        if (!started.isDone()) {
            means.killPrograms();
            throw cancelled();
        }
        try {
            return started.join();
        } catch (CompletionException e) {
            throw halt.isAsked() ? cancelled() : thrown(e);
        }
    }

    private static RunRefused cancelled() {
        return new RunRefused(CANCELLED, 1, "ended before anything had begun", "enter the same command again");
    }

    /// What the thread threw is thrown by the one that waits.
    private static RuntimeException thrown(CompletionException wrapped) {
        return switch (wrapped.getCause()) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            case null, default -> wrapped;
        };
    }
}
