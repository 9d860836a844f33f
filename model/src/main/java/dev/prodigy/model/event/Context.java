package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an event is about; each member is null where it does not apply (spec 05 §6).
///
/// @param step STEP path
/// @param stepName the step's name where placeholders are in it, filled; a name without is as the workflow writes it
/// @param round foreach indices, outermost first; empty outside of loops
/// @param attempt of the step; in the events of an item, of the item
public record Context(
        @Nullable String phase,
        @Nullable Integer pass,
        @Nullable String itemId,
        @Nullable String agentId,
        @Nullable String correlationId,
        @Nullable String step,
        @Nullable String stepId,
        @Nullable String stepName,
        List<Integer> round,
        @Nullable Integer attempt,
        @Nullable Integer maxAttempts,
        @Nullable Integer itemAttempt) {
    private static final String AGENT = "agent-";

    /// About the run as a whole.
    public static final Context RUN =
            new Context(null, null, null, null, null, null, null, null, List.of(), null, null, null);

    /// @return about a phase
    public static Context phase(String phase) {
        return new Context(phase, null, null, null, null, null, null, null, List.of(), null, null, null);
    }

    /// @return the parallel place that `agent_id` names, 0 without one
    public int place() {
        return agentId == null || !agentId.startsWith(AGENT) ? 0 : Integer.parseInt(agentId.substring(AGENT.length()));
    }

    /// @return the parallel place that `correlation_id` names, that of the item's first attempt; 0 without one
    public int firstPlace() {
        var ending = "-" + itemId;
        return correlationId == null || !correlationId.startsWith(AGENT) || !correlationId.endsWith(ending)
                ? 0
                : Integer.parseInt(correlationId.substring(AGENT.length(), correlationId.length() - ending.length()));
    }

    /// @return the same, in a pass
    public Context inPass(int number) {
        return new Context(
                phase,
                number,
                itemId,
                agentId,
                correlationId,
                step,
                stepId,
                stepName,
                round,
                attempt,
                maxAttempts,
                itemAttempt);
    }

    /// @return about an attempt of an item in the map phase
    public static Context item(String itemId, int attempt, @Nullable String agentId, @Nullable String correlationId) {
        return new Context(
                "map", null, itemId, agentId, correlationId, null, null, null, List.of(), attempt, null, null);
    }

    /// @return about a step here: an item's attempt becomes `item_attempt`, the step's takes its place
    public Context inStep(String path, @Nullable String id, List<Integer> loops) {
        var ofItem = itemId == null ? null : itemAttempt == null ? attempt : itemAttempt;
        return new Context(phase, pass, itemId, agentId, correlationId, path, id, null, loops, null, null, ofItem);
    }

    /// @return the same, about a step that people know by this name
    public Context called(@Nullable String name) {
        return new Context(
                phase,
                pass,
                itemId,
                agentId,
                correlationId,
                step,
                stepId,
                name,
                round,
                attempt,
                maxAttempts,
                itemAttempt);
    }

    /// @return the same, about one attempt
    public Context inAttempt(int number, @Nullable Integer of) {
        return new Context(
                phase, pass, itemId, agentId, correlationId, step, stepId, stepName, round, number, of, itemAttempt);
    }

    /// Adds the members that apply, in a fixed order.
    public void write(FieldsWriter out) {
        out.put("phase", phase)
                .put("pass", number(pass))
                .put("item_id", itemId)
                .put("agent_id", agentId)
                .put("correlation_id", correlationId)
                .put("step", step)
                .put("step_id", stepId)
                .put("step_name", stepName);
        if (!round.isEmpty()) {
            out.put("round", new Value.Items(round.stream().map(Value::of).toList()));
        }
        out.put("attempt", number(attempt))
                .put("max_attempts", number(maxAttempts))
                .put("item_attempt", number(itemAttempt));
    }

    /// @return the context of an event that was written with {@link #write}
    public static Context read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        return new Context(
                in.valueOrNull("phase") instanceof Value.Text(var text) ? text : null,
                integer(in, "pass"),
                in.textOrNull("item_id"),
                in.textOrNull("agent_id"),
                in.textOrNull("correlation_id"),
                in.textOrNull("step"),
                in.textOrNull("step_id"),
                in.textOrNull("step_name"),
                rounds(in.valueOrNull("round")),
                integer(in, "attempt"),
                integer(in, "max_attempts"),
                integer(in, "item_attempt"));
    }

    private static @Nullable Long number(@Nullable Integer value) {
        return value == null ? null : value.longValue();
    }

    private static @Nullable Integer integer(FieldsReader in, String name) {
        var value = in.numberOrNull(name);
        return value == null ? null : Math.toIntExact(value);
    }

    private static List<Integer> rounds(@Nullable Value value) {
        return value instanceof Value.Items(var loops)
                ? loops.stream()
                        .map(each -> each instanceof Value.Num(var n) ? n.intValue() : 0)
                        .toList()
                : List.of();
    }
}
