package dev.prodigy.runtime.git;

import java.util.function.Consumer;

/// Git whose every command is told before it runs (spec 05 §1, `-vv`).
public final class TracedGit implements Git {
    private final Git git;
    private final Consumer<String> listener;

    /// @param listener gets each command as one would type it; never blocks
    public TracedGit(Git git, Consumer<String> listener) {
        this.git = git;
        this.listener = listener;
    }

    @Override
    public GitResult run(GitCommand command) {
        tell(command);
        return git.run(command);
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
        tell(command);
        return git.open(command);
    }

    @Override
    public Git within(GitExecution execution) {
        return new TracedGit(git.within(execution), listener);
    }

    private void tell(GitCommand command) {
        listener.accept(command + "  (in " + command.directory() + ")");
    }
}
