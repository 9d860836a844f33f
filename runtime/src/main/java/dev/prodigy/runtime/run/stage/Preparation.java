package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StepsResult;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.RunSettings;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.event.Context;
import dev.prodigy.runtime.world.FileTree;
import java.util.List;
import java.util.Map;

/// What comes before the first step each time a run is taken up: the commands of environment entries that are run once
/// (spec 01 §13), where prodigy was started; then what finished stages left behind, whose texts may read them.
public final class Preparation {
    private final RunParts run;
    private final Worlds worlds;
    private final Scope scope;
    private final StageRunner stages;
    private final List<Stage> finished;

    /// @param finished the stages that an earlier process finished, in order
    public Preparation(RunParts run, Worlds worlds, Scope scope, StageRunner stages, List<Stage> finished) {
        this.run = run;
        this.worlds = worlds;
        this.scope = scope;
        this.stages = stages;
        this.finished = List.copyOf(finished);
    }

    /// @return whether it may take its time, and fail
    public static boolean isWork(EnvironmentLayers layers) {
        return !layers.commands().isEmpty();
    }

    /// The run's settings have what the commands printed from then on.
    ///
    /// @return failed with the first command that failed
    public StepsResult run() {
        var plain = run.settings();
        var layers = plain.environment();
        try {
            switch (Settled.entries(layers.commands(), frame(plain))) {
                case Settled.Entries.Printed(var texts) -> run.settle(plain.with(layers.with(texts)));
                case Settled.Entries.Failed(var error) -> {
                    return run.halt().awaitWord() ? new StepsResult.Interrupted() : new StepsResult.Failed(error);
                }
            }
        } catch (Cut e) {
            return new StepsResult.Interrupted();
        }
        finished.forEach(stages::restore);
        return new StepsResult.Succeeded();
    }

    private Frame frame(RunSettings settings) {
        var variables = new Variables(scope, Map.of(), settings.namespaces());
        var world = worlds.of(new FileTree(run.start(), run.start(), null, Map.of()), "settings");
        return Frame.outermost(Context.RUN, variables, settings, world, Deadline.NEVER, new StepLedger());
    }
}
