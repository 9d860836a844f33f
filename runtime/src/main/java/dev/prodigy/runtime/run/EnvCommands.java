package dev.prodigy.runtime.run;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Frame;
import dev.prodigy.engine.step.RunSettings;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.step.Variables;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.runtime.world.Halt;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the commands of environment entries printed that are run once: before the first step, and once per resume
/// (spec 01 §13).
///
/// @param environment the layers with their output
/// @param failure of the first command that failed, or null
record EnvCommands(EnvironmentLayers environment, @Nullable ErrorRecord failure) {

    /// Runs them, each of which sees what those before it printed.
    ///
    /// @param world where the commands run: what prodigy was started in
    static EnvCommands run(RunSettings settings, Scope scope, World world) {
        var printed = new LinkedHashMap<String, String>();
        var layers = settings.environment();
        for (var name : layers.commands()) {
            var now = settings.with(layers.with(printed));
            var variables = new Variables(scope, Map.of(), now.namespaces());
            var frame = Frame.outermost(Context.RUN, variables, now, world, Deadline.NEVER, new StepLedger());
            switch (Settled.entry(name, frame)) {
                case Settled.Entry.Printed(var text) -> printed.put(name, text);
                case Settled.Entry.Failed(var error) -> {
                    return new EnvCommands(layers.with(printed), error);
                }
            }
        }
        return new EnvCommands(layers.with(printed), null);
    }

    /// A run that begins fails with its first phase; one that is taken up stays what it is, and one whose start was
    /// ended does not begin.
    ///
    /// @param early ends the start
    /// @throws RunRefused with exit 1 when a command failed and the run does not begin
    void requireFor(Signal first, Halt early) {
        if (failure != null && (early.isAsked() || !(first instanceof Signal.Begin))) {
            throw new RunRefused(
                    "env_command_failed", 1, failure.message(), "mend the command, then enter the same command again");
        }
    }
}
