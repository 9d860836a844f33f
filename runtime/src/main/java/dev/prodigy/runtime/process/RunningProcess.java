package dev.prodigy.runtime.process;

import dev.prodigy.runtime.process.kernel.Child;
import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/// An execution under way.
public final class RunningProcess {
    private final Child child;
    private final String mark;
    private final Path directory;
    private final ExecutionLimits limits;
    private volatile boolean over;
    private final CompletableFuture<StopOrder> order = new CompletableFuture<>();
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();
    private final CompletableFuture<Ended> ended = new CompletableFuture<>();

    RunningProcess(Child child, ProcessSpec spec) {
        this.child = child;
        this.mark = spec.mark();
        this.directory = spec.command().directory();
        this.limits = spec.limits();
    }

    /// @return number of the main process, of its session and its group
    public int pid() {
        return child.pid();
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

    /// Its main process is dead, or is to die: nothing it started is to be left from now on.
    void over() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /// @return whether a process shows itself that it belongs to this execution
    boolean bears(ProcessEntry process) {
        return process.marks().contains(mark) || process.group() == pid() || process.session() == pid();
    }

    /// @return the pipes of its output that somebody may hold, by the kernel's names for them
    Set<String> pipes() {
        return child.pipes().collect(Collectors.toSet());
    }

    /// @return the directory it was started in, without links where it still is there
    Path directory() {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            return directory;
        }
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
