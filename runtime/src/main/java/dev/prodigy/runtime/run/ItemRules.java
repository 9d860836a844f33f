package dev.prodigy.runtime.run;

import dev.prodigy.engine.item.CanaryRule;
import dev.prodigy.engine.item.ItemTimeouts;
import dev.prodigy.engine.item.MapRules;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.Canary;
import dev.prodigy.model.workflow.ItemHandler;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.request.RunOptions;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rules of a map phase, as its workflow, the command line and the environment say them.
final class ItemRules {
    private ItemRules() {}

    static MapRules of(Workflow.MapReduce workflow, RunOptions options) {
        var map = workflow.map();
        var parallel = options.maxParallel() != null ? options.maxParallel() : Setting.known(map.maxParallel());
        return new MapRules(
                parallel == null ? MapPhase.DEFAULT_PARALLEL : parallel,
                workflow.header().errorPolicy(),
                timeouts(map.timeouts()),
                map.onConflict(),
                canary(map.canary()),
                workflow.handlers().values().stream().collect(Collectors.toMap(ItemHandler::name, ItemHandler::then)));
    }

    private static ItemTimeouts timeouts(MapTimeouts timeouts) {
        boolean perCommand = timeouts.policy() == MapTimeouts.Policy.PER_COMMAND;
        var limit = perCommand ? null : Setting.known(timeouts.agent());
        return new ItemTimeouts(limit, perCommand, timeouts.action(), timeouts.monitor());
    }

    private static @Nullable CanaryRule canary(@Nullable Canary canary) {
        if (canary == null) {
            return null;
        }
        var items = Setting.known(canary.items());
        return items == null ? null : new CanaryRule(items, canary.approve(), canary.maxFailures());
    }
}
