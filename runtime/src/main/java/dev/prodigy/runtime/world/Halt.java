package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Cut;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// The switch by which running work is ended: processes get TERM and, after the grace, KILL; waits end at
/// once; nothing new begins (spec 03 §8).
public final class Halt {
    private static final Duration HEARD_BY_THEN = Duration.ofMillis(300);

    private final Set<Work> running = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final Set<Halt> below = ConcurrentHashMap.newKeySet();
    private volatile boolean immediately;

    /// Nothing is to be ended yet.
    public Halt() {}

    /// Ends the work. A second call may hurry the first.
    public void end(boolean now) {
        immediately |= now;
        asked.complete(null);
        running.forEach(work -> work.end(immediately));
        below.forEach(part -> part.end(now));
    }

    /// @return a switch for a part of the work, which is ended by this one too; {@link #forget} it in
    ///     the end
    public Halt below() {
        var part = new Halt();
        below.add(part);
        if (asked.isDone()) {
            part.end(immediately);
        }
        return part;
    }

    /// The part's work has ended.
    public void forget(Halt part) {
        below.remove(part);
    }

    /// @return whether the work is being ended
    public boolean isAsked() {
        return asked.isDone();
    }

    /// @throws Cut when the work is being ended
    public void check() throws Cut {
        if (asked.isDone()) {
            throw new Cut();
        }
    }

    /// Waits for something that never fails.
    ///
    /// @throws Cut as soon as the work is being ended
    public <T> T await(CompletableFuture<T> something) throws Cut {
        CompletableFuture.anyOf(asked, something).join();
        check();
        return something.join();
    }

    /// Gives the word that the work is to be ended a moment to come. Ctrl-C and `timeout` signal the whole process
    /// group: a process that has just begun may die of it before we have heard.
    ///
    /// @return whether the work is being ended
    public boolean awaitWord() {
        var time =
                new CompletableFuture<Void>().completeOnTimeout(null, HEARD_BY_THEN.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture.anyOf(asked, time).join();
        return asked.isDone();
    }

    /// Waits.
    ///
    /// @throws Cut as soon as the work is being ended
    public void pause(Duration duration) throws Cut {
        pause(duration, new CompletableFuture<>());
    }

    /// Waits.
    ///
    /// @param over completed when the wait is to end early
    /// @throws Cut as soon as the work is being ended, or the wait; where there is none to wait, nothing ends it
    void pause(Duration duration, CompletableFuture<Void> over) throws Cut {
        if (duration.isPositive()) {
            var time = new CompletableFuture<Void>();
            time.completeOnTimeout(null, duration.toNanos(), TimeUnit.NANOSECONDS);
            CompletableFuture.anyOf(asked, over, time).join();
            time.complete(null); // its timer is not needed any more
            if (over.isDone()) {
                throw new Cut();
            }
        }
        check();
    }

    /// Something that is at work.
    @FunctionalInterface
    public interface Work {
        /// Ends it, without waiting for its end. May be called again, to hurry.
        ///
        /// @param immediately without grace
        void end(boolean immediately);
    }

    /// What is being looked after until this is closed.
    @FunctionalInterface
    public interface Charge extends AutoCloseable {
        @Override
        void close();
    }

    /// Takes charge of work that has begun.
    public Charge of(Work work) {
        running.add(work);
        if (asked.isDone()) {
            work.end(immediately);
        }
        return () -> running.remove(work);
    }
}
