package dev.prodigy.engine.item;

import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.MapTimeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Gives the steps of an item's template the limits that `timeout_config` says per command (spec 02 §10).
public final class CommandLimits {
    private CommandLimits() {}

    /// A step's own `timeout` stands; then counts the entry of its kind and number (`claude_0`), then that of
    /// its kind, then, where limits hold per command only, the item's limit. Steps inside of others keep what
    /// they say.
    ///
    /// @return the template with these limits; unchanged where one limit holds for the whole item
    public static List<Step> in(List<Step> template, MapTimeouts timeouts) {
        if (timeouts.policy() == MapTimeouts.Policy.PER_AGENT) {
            return template;
        }
        var seen = new HashMap<String, Integer>();
        var limited = new ArrayList<Step>();
        for (var step : template) {
            var kind = step.kind().keyword();
            int number = seen.merge(kind, 1, Integer::sum) - 1;
            limited.add(step.limitedTo(limit(kind, number, timeouts)));
        }
        return List.copyOf(limited);
    }

    private static @Nullable Duration limit(String kind, int number, MapTimeouts timeouts) {
        Map<String, Duration> commands = timeouts.commands();
        var entry = commands.getOrDefault(kind + "_" + number, commands.get(kind));
        if (entry != null) {
            return entry;
        }
        return timeouts.policy() == MapTimeouts.Policy.PER_COMMAND ? Setting.known(timeouts.agent()) : null;
    }
}
