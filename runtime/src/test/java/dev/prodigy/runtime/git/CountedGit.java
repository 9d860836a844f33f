package dev.prodigy.runtime.git;

/// Git whose commands are counted while they run, so that whoever is kept off by one waits for its end, and not for a
/// time.
final class CountedGit implements Git {
    private final Git git;
    private final Calls calls;

    /// The commands of a test that run now, and how many have ended.
    static final class Calls {
        private int running;
        private long ended;

        private synchronized void begins() {
            running++;
        }

        private synchronized void ends() {
            running--;
            ended++;
            notifyAll();
        }

        /// Waits for the next of them to end; returns at once where none runs.
        synchronized void awaitOne() throws InterruptedException {
            for (long before = ended; running > 0 && ended == before; ) {
                wait();
            }
        }
    }

    CountedGit(Git git, Calls calls) {
        this.git = git;
        this.calls = calls;
    }

    @Override
    public GitResult run(GitCommand command) {
        calls.begins();
        try {
            return git.run(command);
        } finally {
            calls.ends();
        }
    }

    @Override
    public GitDialogue open(GitCommand command) {
        return git.open(command);
    }

    @Override
    public Git within(GitExecution execution) {
        return new CountedGit(git.within(execution), calls);
    }

    @Override
    public void hurry() {
        git.hurry();
    }

    @Override
    public boolean isHurried() {
        return git.isHurried();
    }
}
