package dev.prodigy.cli.events;

import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.runtime.journal.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A type of events as a filter names it: our name in snake or camel case, or another tool's name for the same
/// moment.
///
/// @param type our name
/// @param field a field that tells the moment apart, or null
/// @param value what it then holds
record EventTypeName(
        String type, @Nullable String field, @Nullable String value) {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Map<String, EventTypeName> OTHER_NAMES = Map.ofEntries(
            Map.entry("circuit_open", plain("circuit_opened")),
            Map.entry("job_started", plain("workflow_started")),
            Map.entry("job_completed", plain("workflow_completed")),
            Map.entry("job_failed", plain("workflow_failed")),
            Map.entry("job_resumed", plain("workflow_resumed")),
            Map.entry("agent_retrying", new EventTypeName("retry_scheduled", "layer", "item")),
            Map.entry("step_retry_scheduled", new EventTypeName("retry_scheduled", "layer", "step")),
            Map.entry("checkpoint_created", plain("checkpoint_saved")),
            Map.entry("worktree_merged", plain("merge_completed")),
            Map.entry("worktree_cleaned", plain("worktree_removed")),
            Map.entry("map_phase_started", new EventTypeName("phase_started", "phase", "map")),
            Map.entry("map_phase_completed", new EventTypeName("phase_completed", "phase", "map")),
            Map.entry("map_phase_failed", new EventTypeName("phase_failed", "phase", "map")),
            Map.entry("reduce_phase_started", new EventTypeName("phase_started", "phase", "reduce")),
            Map.entry("reduce_phase_completed", new EventTypeName("phase_completed", "phase", "reduce")),
            Map.entry("reduce_phase_failed", new EventTypeName("phase_failed", "phase", "reduce")));

    /// Names of the catalogue (spec 05 §6) that only other modes, or newer versions, write.
    private static final List<String> CATALOGUE = List.of(
            "artifact_created",
            "alert_raised",
            "budget_reserved",
            "budget_settled",
            "canary_evaluated",
            "circuit_closed",
            "circuit_half_opened",
            "circuit_opened",
            "compensation_completed",
            "compensation_failed",
            "compensation_started",
            "context_updated",
            "handler_completed",
            "handler_failed",
            "handler_recursion_blocked",
            "handler_started",
            "human_input_received",
            "human_input_requested",
            "late_result_ignored",
            "metric_recorded",
            "node_completed",
            "node_failed",
            "node_retry_scheduled",
            "node_started",
            "quota_paused",
            "quota_probe",
            "quota_resumed",
            "rollback_completed",
            "rollback_started",
            "routing_failed",
            "subworkflow_completed",
            "subworkflow_failed",
            "subworkflow_started",
            "sync_timeout",
            "token_cancelled",
            "token_completed",
            "token_failed",
            "token_merged",
            "token_spawned",
            "token_timed_out",
            "token_waiting",
            "transition_taken",
            "user_event",
            "workflow_waiting");

    /// @throws UnreadableValue when there is no such type
    static EventTypeName read(String text) {
        var name = HUMP.matcher(text).replaceAll("_").toLowerCase(Locale.ROOT).replace('-', '_');
        var other = OTHER_NAMES.get(name);
        if (other != null) {
            return other;
        }
        var known = new TreeSet<>(EventTypes.names());
        known.addAll(CATALOGUE);
        if (known.contains(name)) {
            return plain(name);
        }
        known.addAll(OTHER_NAMES.keySet());
        var near = Nearest.to(name, new ArrayList<>(known));
        throw new UnreadableValue("a type of events" + (near == null ? "" : " (did you mean " + near + "?)"));
    }

    /// @return whether the event is of this type
    boolean matches(Line line) {
        return line.eventType().equals(type) && (field == null || Objects.equals(line.text(field), value));
    }

    private static EventTypeName plain(String type) {
        return new EventTypeName(type, null, null);
    }
}
