package dev.prodigy.runtime.run.place;

import dev.prodigy.model.event.RunEvent;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.run.request.Caller;
import dev.prodigy.runtime.run.request.RunRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A run does not go on where its place is gone: every step would fail for no fault of its own (spec 05 §2.2).
public final class GonePlace {
    private GonePlace() {}

    /// The place of a sub-workflow is looked for with its caller's.
    ///
    /// @throws RunRefused `directory_gone`
    public static void refuseDirectory(RunRef ref, RunEvent.Started started) {
        if (started.parentRunId() == null && !Files.isDirectory(Path.of(started.path()))) {
            throw new RunRefused(
                    "directory_gone",
                    1,
                    ref.run() + " was started in " + started.path() + ", which is not there any more",
                    "move the directory back to " + started.path() + " and repeat the command");
        }
    }

    /// Dead letters of a run that a step started can run again while its caller rests, as long as the tree is
    /// there that it works in.
    ///
    /// @param caller the step's run, or null where a person began the run
    /// @throws RunRefused `run_busy`, `tree_gone`
    public static void refuseTree(Home home, RunRef ref, @Nullable Caller caller) {
        if (caller == null || caller.live() != null) {
            return;
        }
        var parent = new RunRef(ref.repo(), new RunId(caller.runId()));
        OwnerLock.holder(home.runLock(parent.repo(), parent.run())).ifPresent(busy -> {
            throw RunRefused.busy(parent, busy.owner());
        });
        if (!Files.isDirectory(caller.place().directory())) {
            throw new RunRefused(
                    "tree_gone",
                    1,
                    ref.run() + " worked in " + caller.place().directory() + ", which is gone with the run "
                            + caller.runId() + " that started it",
                    "run the workflow by itself: prodigy run WORKFLOW");
        }
    }
}
