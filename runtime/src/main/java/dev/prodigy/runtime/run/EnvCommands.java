package dev.prodigy.runtime.run;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Frame;
import dev.prodigy.engine.step.RunSettings;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.step.Variables;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.event.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/// Runs the commands of environment entries that are run once: before the first step, and once per resume (spec 01
/// §13).
final class EnvCommands {
    private EnvCommands() {}

    /// @param world where the commands run: what prodigy was started in
    /// @return the layers with their output; each command sees what those before it printed
    /// @throws RunRefused with exit 1 when a command fails
    static EnvironmentLayers printed(RunSettings settings, Scope scope, World world) {
        var printed = new LinkedHashMap<String, String>();
        var layers = settings.environment();
        for (var name : layers.commands()) {
            var now = settings.with(layers.with(printed));
            var variables = new Variables(scope, Map.of(), now.namespaces());
            var frame = Frame.outermost(Context.RUN, variables, now, world, Deadline.NEVER, new StepLedger());
            switch (Settled.scope(frame).find(name)) {
                case Binding.Present present -> printed.put(name, ValueText.of(present.value()));
                case Binding.Missing(var reason) ->
                    throw new RunRefused("env_command_failed", 1, reason, "mend the command, then start again");
                case Binding.Namespace _, Binding.NotOwned _ ->
                    throw new IllegalStateException("an entry of env is a plain name: " + name);
            }
        }
        return layers.with(printed);
    }
}
