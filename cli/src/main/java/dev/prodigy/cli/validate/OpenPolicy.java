package dev.prodigy.cli.validate;

import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The members of a policy of which some are known only when the step starts: the placeholder stands in their place,
/// and what would be calculated from them is left out.
final class OpenPolicy {
    private static final List<String> WAITS = List.of("delays_ms", "max_wait_ms");
    private static final Pattern FIELD =
            Pattern.compile("retry(?:_config)?\\.?([a-z_]*)(?:\\[(\\d+)])?\\.?([a-z_]*).*");

    private final Map<String, Value> members;

    private OpenPolicy(Map<String, Value> members) {
        this.members = members;
    }

    /// @param open what is not known of the policy
    static Map<String, Value> of(Map<String, Value> members, List<OpenSettings.Open> open) {
        var policy = new OpenPolicy(new LinkedHashMap<>(members));
        open.forEach(policy::open);
        return policy.members;
    }

    private void open(OpenSettings.Open setting) {
        var at = FIELD.matcher(setting.path());
        if (!at.matches()) {
            return;
        }
        var text = Value.of(setting.text().source());
        var inside = at.group(3);
        switch (at.group(1)) {
            case "", "attempts", "max_attempts" -> waits("max_attempts", text);
            case "max_delay", "max_delay_ms" -> waits("max_delay_ms", text);
            case "initial_delay", "initial_delay_ms" -> members.keySet().removeAll(WAITS);
            case "backoff" -> {
                members.keySet().removeAll(WAITS);
                if (inside.isEmpty() || inside.equals("type")) {
                    members.put("strategy", text);
                }
            }
            case "jitter" -> {
                if (inside.equals("factor")) {
                    members.put("jitter_factor", text);
                } else {
                    members.put("jitter", text);
                    members.remove("jitter_factor");
                }
            }
            case "jitter_factor" -> members.put("jitter_factor", text);
            case "retry_on", "retryable_errors" ->
                matcher(at.group(2) == null ? 0 : Integer.parseInt(at.group(2)), inside, text);
            default -> {}
        }
    }

    private void waits(String member, Value text) {
        members.put(member, text);
        members.keySet().removeAll(WAITS);
    }

    /// A matcher is known by its one key; without one it is a pattern.
    private void matcher(int index, String key, Value text) {
        if (members.get("retry_on") instanceof Value.Items(var matchers) && index < matchers.size()) {
            var all = new ArrayList<>(matchers);
            all.set(index, new Value.Fields(Map.of(key.isEmpty() ? "pattern" : key, text)));
            members.put("retry_on", new Value.Items(List.copyOf(all)));
        }
    }
}
