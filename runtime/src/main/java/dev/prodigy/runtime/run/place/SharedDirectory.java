package dev.prodigy.runtime.run.place;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What items cannot ask for where they share a directory, because commits could not be told apart (spec 03 §1).
/// What the workflow itself says of isolation was looked at when it was loaded; this is for what the command line,
/// the configuration or the place itself decides.
public final class SharedDirectory {
    private SharedDirectory() {}

    /// @param directory where the run works
    /// @throws RunRefused with exit 2
    public static void check(Isolation isolation, RunRequest request, Path directory) {
        if (isolation == Isolation.NONE
                && request.workflow() instanceof Workflow.MapReduce mapReduce
                && mapReduce.map().isolation() != Isolation.NONE) {
            var refused = refused(mapReduce.map(), request.options());
            if (!refused.isEmpty()) {
                throw new RunRefused(
                        "invalid_workflow",
                        2,
                        "items would share " + directory + ", and their commits cannot be told apart: "
                                + String.join(", ", refused),
                        "run it in a git repository with isolation: worktree");
            }
        }
    }

    private static List<String> refused(MapPhase map, RunOptions options) {
        var refused = new ArrayList<String>();
        if (map.commitRequired()) {
            refused.add("map.commit_required");
        }
        if (!(map.onConflict() instanceof OnConflict.Fail)) {
            refused.add("map.on_conflict");
        }
        if (!isAlone(map, options)) {
            map.committingSteps().stream().map(SharedDirectory::words).forEach(refused::add);
        }
        return refused;
    }

    private static boolean isAlone(MapPhase map, RunOptions options) {
        return options.maxParallel() == null
                ? map.maxParallel() instanceof Setting.Fixed<Integer>(var width) && width == 1
                : options.maxParallel() == 1;
    }

    private static String words(Step step) {
        return step.path() + (step.options().commits().required() ? ".commit_required" : ".auto_commit");
    }
}
