package dev.prodigy.runtime.run;

import dev.prodigy.engine.ledger.StepLedger;
import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Frame;
import dev.prodigy.engine.step.RunSettings;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.step.Variables;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.text.Setting;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Settles what a workflow leaves to variables, such as `max_parallel: "${WORKERS}"`, when the run starts (spec 01
/// §1,
/// "Scalars").
final class StartSettings {
    private final Frame frame;

    private StartSettings(Frame frame) {
        this.frame = frame;
    }

    /// @param world where the texts of environment entries are read; no step runs in it
    static StartSettings of(RunSettings settings, Scope scope, World world) {
        var variables = new Variables(scope, Map.of(), settings.namespaces());
        return new StartSettings(
                Frame.outermost(Context.RUN, variables, settings, world, Deadline.NEVER, new StepLedger()));
    }

    /// @param name of the key, for messages
    /// @return the number, or null where none is set
    /// @throws RunRefused when its variable gives none from 1 to the most
    @Nullable
    Integer integer(String name, @Nullable Setting<Integer> setting, int most) {
        try {
            var number = Settled.integer(setting, frame);
            if (setting != null && (number == null || number < 1 || number > most)) {
                throw refused(name, setting, "a whole number from 1 to " + most);
            }
            return number;
        } catch (Cut e) {
            throw new IllegalStateException("nothing ends a run that has not begun", e);
        }
    }

    /// @param name of the key, for messages
    /// @return the duration, or null where none is set
    /// @throws RunRefused when its variable gives none
    @Nullable
    Duration duration(String name, @Nullable Setting<Duration> setting) {
        try {
            var duration = Settled.duration(setting, frame);
            if (setting != null && duration == null) {
                throw refused(name, setting, "a positive duration such as 30s");
            }
            return duration;
        } catch (Cut e) {
            throw new IllegalStateException("nothing ends a run that has not begun", e);
        }
    }

    private static RunRefused refused(String name, Setting<?> setting, String expected) {
        var source = setting instanceof Setting.Later<?>(var text) ? text.source() : setting.toString();
        return new RunRefused("INVALID_VALUE", 2, name + ": " + source + " gives no " + expected.substring(2), null);
    }
}
