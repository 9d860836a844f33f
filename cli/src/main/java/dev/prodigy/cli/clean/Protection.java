package dev.prodigy.cli.clean;

import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalBeginning;
import dev.prodigy.runtime.run.replay.OpenCalls;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Why runs stay (spec 05 §2.10). A run that a step called, and with which the resume of its caller would go on
/// (spec 04 §5.8), stays like its caller: without it the steps and items that it finished would run again.
final class Protection {
    private final RunArgument runs;
    private final Map<RunRef, Predicate<RunRef>> needed = new HashMap<>();

    Protection(RunArgument runs) {
        this.runs = runs;
    }

    /// @param includeResumable whether runs that can go on, or have dead letters, may be removed too
    /// @return why it stays, or null when it may be removed
    @Nullable
    String of(Cleanable run, boolean includeResumable) {
        var own = run.protection(runs, includeResumable);
        return own != null || includeResumable ? own : asCalled(run);
    }

    private @Nullable String asCalled(Cleanable run) {
        var parent = run.record() == null ? null : run.record().origin().parentRunId();
        if (parent == null) {
            return null;
        }
        var caller = new RunRef(run.run().repo(), new RunId(parent));
        var neededByCaller = needed.get(caller);
        if (neededByCaller == null) {
            neededByCaller = neededBy(caller);
            needed.put(caller, neededByCaller);
        }
        return neededByCaller.test(run.run()) ? "its caller " + parent + " would go on with it" : null;
    }

    /// @return tells the runs that are needed when a run goes on
    private Predicate<RunRef> neededBy(RunRef caller) {
        if (!JournalBeginning.isIn(runs.home().events(caller.repo(), caller.run()))) {
            return _ -> false;
        }
        var run = Cleanable.of(runs, caller);
        if (of(run, false) == null) {
            return _ -> false;
        }
        if (run.record() == null) {
            return _ -> true; // nobody knows before it is mended
        }
        var open = new OpenCalls(runs.home()).of(caller);
        return each -> open.test(each.run().text());
    }
}
