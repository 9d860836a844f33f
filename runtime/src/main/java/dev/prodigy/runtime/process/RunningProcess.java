package dev.prodigy.runtime.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// An execution under way.
public final class RunningProcess {
    private final int pid;
    private final String mark;
    private final Limits limits;
    private final CompletableFuture<StopOrder> order = new CompletableFuture<>();
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();
    private final CompletableFuture<Ended> ended = new CompletableFuture<>();

    RunningProcess(int pid, ProcessSpec spec) {
        this.pid = pid;
        this.mark = spec.mark();
        this.limits = spec.limits();
    }

    /// @return number of the main process, of its session and its group
    public int pid() {
        return pid;
    }

    /// @return the execution's mark
    public String mark() {
        return mark;
    }

    /// Waits for the end. An interrupt, which is how a caller is cancelled, ends the execution with its grace;
    /// the end is still waited for, and the thread is interrupted again afterwards.
    public Ended await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return ended.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    end(limits.grace());
                } catch (ExecutionException e) {
                    throw new IllegalStateException("the execution " + mark + " was lost", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// @return done at the end; completing it changes nothing
    public CompletableFuture<Ended> ended() {
        return ended.copy();
    }

    /// Ends the execution: SIGTERM to its group and to every process with its mark, and SIGKILL to those that are
    /// left after the grace. Returns at once; without effect after the end.
    public void end(Duration grace) {
        order.complete(new StopOrder(Cause.STOPPED, grace));
    }

    /// Ends the execution with SIGKILL, also one that is being ended already.
    public void kill() {
        hurry.complete(null);
        end(Duration.ZERO);
    }

    CompletableFuture<StopOrder> order() {
        return order;
    }

    CompletableFuture<Void> hurry() {
        return hurry;
    }

    void complete(Ended result) {
        ended.complete(result);
    }

    void fail(Throwable cause) {
        ended.completeExceptionally(cause);
    }
}
