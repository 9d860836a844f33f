package dev.prodigy.runtime.git;

import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.time.Waiter;
import java.time.Duration;
import java.util.function.Supplier;

/// A `git` that repeats a command for up to 10 s of waiting while another git process stands in its way
/// (spec 03 §9), not at all while the run is being ended, and for 2 s while none can be started. Such a command has
/// failed before it changed anything.
public final class PatientGit implements Git {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration SHORTAGE_LIMIT = Duration.ofSeconds(2);

    private final Git git;
    private final Waiter waiter;

    /// @param git what runs the commands
    /// @param waiter how to wait between two tries
    public PatientGit(Git git, Waiter waiter) {
        this.git = git;
        this.waiter = waiter;
    }

    @Override
    public GitResult run(GitCommand command) {
        var patience = new Patience(waiter, LIMIT, git::isHurried);
        var result = started(() -> git.run(command));
        while (isInTheWay(result) && patience.wearsOn()) {
            result = started(() -> git.run(command));
        }
        return result;
    }

    private static boolean isInTheWay(GitResult result) {
        return !result.ok()
                && !result.interrupted()
                && LockTrouble.in(result.errors()).isPresent();
    }

    @Override
    public Git within(GitExecution execution) {
        return new PatientGit(git.within(execution), waiter);
    }

    @Override
    public void hurry() {
        git.hurry();
    }

    @Override
    public boolean isHurried() {
        return git.isHurried();
    }

    @Override
    public GitDialogue open(GitCommand command) {
        return started(() -> git.open(command));
    }

    /// Processes, memory and open files come back when others end.
    private <T> T started(Supplier<T> start) {
        var patience = new Patience(waiter, SHORTAGE_LIMIT, () -> false);
        while (true) {
            try {
                return start.get();
            } catch (StorageFailure e) {
                if (e.reason() != StorageFailure.Reason.OUT_OF_RESOURCES || !patience.wearsOn()) {
                    throw e;
                }
            }
        }
    }
}
