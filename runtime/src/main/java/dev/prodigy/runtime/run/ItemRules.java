package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.item.ItemTimeouts;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.workflow.Canary;
import dev.prodigy.model.workflow.ItemHandler;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.Workflow;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rules of a map phase, as its workflow, the command line and the environment say them.
final class ItemRules {
    /// Items at once where nobody says.
    static final int DEFAULT_PARALLEL = 10;

    private static final int MOST_PARALLEL = 1000;

    private ItemRules() {}

    /// @throws RunRefused when a variable gives no value that can be
    static MapRules of(Workflow.MapReduce workflow, RunOptions options, StartSettings settings) {
        var map = workflow.map();
        var parallel = options.maxParallel() != null
                ? options.maxParallel()
                : settings.integer("map.max_parallel", map.maxParallel(), MOST_PARALLEL);
        return new MapRules(
                parallel == null ? DEFAULT_PARALLEL : parallel,
                workflow.header().errorPolicy(),
                timeouts(map.timeouts(), settings),
                map.onConflict(),
                canary(map.canary(), settings),
                workflow.handlers().values().stream().collect(Collectors.toMap(ItemHandler::name, ItemHandler::then)));
    }

    private static ItemTimeouts timeouts(MapTimeouts timeouts, StartSettings settings) {
        boolean perCommand = timeouts.policy() == MapTimeouts.Policy.PER_COMMAND;
        var limit = perCommand ? null : settings.duration("map.agent_timeout_secs", timeouts.agent());
        return new ItemTimeouts(limit, perCommand, timeouts.action(), timeouts.monitor());
    }

    private static @Nullable CanaryRule canary(@Nullable Canary canary, StartSettings settings) {
        if (canary == null) {
            return null;
        }
        var items = settings.integer("map.canary", canary.items(), Integer.MAX_VALUE);
        return items == null ? null : new CanaryRule(items, canary.approve(), canary.maxFailures());
    }
}
