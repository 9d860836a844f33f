package dev.prodigy.runtime.run;

import dev.prodigy.engine.step.Deadline;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.text.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Settings that no step owns, once their variables are known.
final class Settings {
    private Settings() {}

    static @Nullable Duration duration(@Nullable Setting<Duration> setting, StageRunner stages, Tree tree) throws Cut {
        return setting instanceof Setting.Fixed<Duration>(var fixed)
                ? fixed
                : Settled.duration(setting, stages.frame(tree, Context.RUN, Deadline.NEVER));
    }
}
