package dev.prodigy.cli.run;

import dev.prodigy.cli.config.ConfigKey;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunOptions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The options of a run as the command line, the configuration and the workflow give them together
/// (spec 05 §4): the environment stands above the workflow, the configuration files only fill what it
/// leaves open.
final class ConfiguredOptions {
    private final Configuration configuration;
    private final Workflow workflow;

    private ConfiguredOptions(Configuration configuration, Workflow workflow) {
        this.configuration = configuration;
        this.workflow = workflow;
    }

    /// @param given by the command line
    static RunOptions of(RunOptions given, Configuration configuration, Workflow workflow) {
        var configured = new ConfiguredOptions(configuration, workflow);
        var place = given.place();
        return new RunOptions(
                given.maxParallel() == null ? configured.maxParallel() : given.maxParallel(),
                new RunOptions.Place(
                        place.isolation() == null ? configured.isolation() : place.isolation(),
                        place.base(),
                        place.target(),
                        place.unasked()),
                given.timeout(),
                given.profile() instanceof ProfileChoice.Asked
                        ? given.profile()
                        : ProfileChoice.asked(configured.profile()),
                given.passes(),
                given.allowFailures());
    }

    private @Nullable Integer maxParallel() {
        boolean open = !(workflow instanceof Workflow.MapReduce mapReduce)
                || mapReduce.map().maxParallel() == null;
        return value(ConfigKey.MAX_PARALLEL, open) instanceof Value.Num(var number) ? number.intValue() : null;
    }

    private @Nullable Isolation isolation() {
        return value(ConfigKey.ISOLATION, workflow.header().isolation() == null) instanceof Value.Text(var word)
                ? Isolation.valueOf(word.toUpperCase(Locale.ROOT))
                : null;
    }

    private @Nullable String profile() {
        boolean open = workflow.header().environment().activeProfile() == null;
        return value(ConfigKey.PROFILE, open) instanceof Value.Text(var name) ? name : null;
    }

    private @Nullable Value value(ConfigKey key, boolean isOpen) {
        var above = configuration.aboveTheWorkflow(key);
        if (above != null || !isOpen) {
            return above;
        }
        var found = configuration.find(key);
        return found == null ? null : found.value();
    }
}
