package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.time.Duration;

/// A `git` that repeats a command for up to 10 s of waiting while another git process stands in its way
/// (spec 03 §9). Such a command has failed before it changed anything.
public final class PatientGit implements Git {
    private static final Duration LIMIT = Duration.ofSeconds(10);

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
        var patience = new Patience(waiter, LIMIT);
        var result = git.run(command);
        while (isInTheWay(result) && patience.wearsOn()) {
            result = git.run(command);
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
    public GitDialogue open(GitCommand command) {
        return git.open(command);
    }
}
