package dev.prodigy.cli.validate;

import dev.prodigy.lang.decode.Unforeseen;
import dev.prodigy.model.delay.RetrySchedule;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The member `policies`: every retry block as it will act (spec 02 §3.8), as far as that is known before its step
/// starts.
final class Policies {
    private Policies() {}

    /// @return one object for each step with a block, own or inherited, in document order, then the item layer
    static Value.Items of(Workflow workflow) {
        var entries = new ArrayList<Value>();
        var unforeseen = Unforeseen.in(workflow);
        for (var step : AllSteps.of(workflow)) {
            var retry = step.options().resilience().retry();
            if (retry != null) {
                entries.add(entry(step.path(), "step", retry, unforeseen.of(step, OpenSettings.Figure.RETRIES)));
            }
        }
        if (workflow instanceof Workflow.MapReduce) {
            entries.add(entry(
                    "error_policy.retry_config",
                    "item",
                    workflow.header().errorPolicy().itemRetry(),
                    List.of()));
        }
        return new Value.Items(List.copyOf(entries));
    }

    private static Value.Fields entry(String path, String layer, RetryPolicy policy, List<OpenSettings.Open> open) {
        var members = new LinkedHashMap<String, Value>();
        members.put("path", Value.of(path));
        members.put("layer", Value.of(layer));
        members.putAll(OpenPolicy.of(RetrySchedule.of(policy).members(), open));
        return new Value.Fields(members);
    }
}
