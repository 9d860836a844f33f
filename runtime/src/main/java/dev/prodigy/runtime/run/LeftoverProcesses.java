package dev.prodigy.runtime.run;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.process.SystemTimers;
import java.time.Duration;
import java.util.function.Predicate;

/// What runs left running whose program is dead: ended at the start of every run, resume and retry (spec 03 §14).
final class LeftoverProcesses {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private LeftoverProcesses() {}

    /// Ends those of one run, which the caller holds.
    ///
    /// @param run its id
    static void end(String run) {
        try (var processes = new ProcessRunner(new SystemTimers())) {
            processes.leftovers().endMarked(isOf(run), GRACE);
        }
    }

    /// @return whether none of a run is left; those of a run that a step called are marked as its caller's
    static boolean areGone(RunId run) {
        try (var processes = new ProcessRunner(new SystemTimers())) {
            return processes
                    .leftovers()
                    .marked(mark -> ("/" + mark).contains("/" + run.text() + "/"))
                    .isEmpty();
        }
    }

    /// Ends those of all runs of a home that nobody holds. Their locks are looked at again for each process, so that
    /// nothing of a run that is just being taken up is touched.
    static void endAll(Home home) {
        try (var processes = new ProcessRunner(new SystemTimers())) {
            processes.leftovers().endMarked(mark -> isOfDeadRun(home, mark), GRACE);
        }
    }

    private static Predicate<String> isOf(String run) {
        return mark -> mark.startsWith(run + "/");
    }

    private static boolean isOfDeadRun(Home home, String mark) {
        int end = mark.indexOf('/');
        return end > 0
                && RunId.parse(mark.substring(0, end))
                        .flatMap(new Runs(home)::locate)
                        .filter(run -> OwnerLock.holder(home.runLock(run.repo(), run.run()))
                                .isEmpty())
                        .isPresent();
    }
}
