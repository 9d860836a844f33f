package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.Value;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/// The catalogue of events: name in the journal → how its members are read back.
public final class EventTypes {
    private static final Map<String, Function<FieldsReader, Event>> READERS = Map.ofEntries(
            Map.entry("workflow_started", RunEvent.Started::read),
            Map.entry("workflow_resumed", RunEvent.Resumed::read),
            Map.entry("workflow_completed", EndEvent.Completed::read),
            Map.entry("workflow_failed", EndEvent.Failed::read),
            Map.entry("workflow_stopped", EndEvent.Stopped::read),
            Map.entry("workflow_timed_out", EndEvent.TimedOut::read),
            Map.entry("workflow_cancelled", EndEvent.Cancelled::read),
            Map.entry("workflow_interrupted", EndEvent.Interrupted::read),
            Map.entry("policy_stopped", RunEvent.PolicyStopped::read),
            Map.entry("error_report", RunEvent.ErrorReport::read),
            Map.entry("error_metrics", RunEvent.ErrorMetrics::read),
            Map.entry("journal_recovered", RunEvent.JournalRecovered::read),
            Map.entry("journal_salvaged", RunEvent.JournalSalvaged::read),
            Map.entry("warning_raised", RunEvent.WarningRaised::read),
            Map.entry("checkpoint_saved", RunEvent.CheckpointSaved::read),
            Map.entry("phase_started", PhaseEvent.PhaseStarted::read),
            Map.entry("phase_completed", PhaseEvent.PhaseCompleted::read),
            Map.entry("phase_failed", PhaseEvent.PhaseFailed::read),
            Map.entry("pass_started", PhaseEvent.PassStarted::read),
            Map.entry("pass_completed", PhaseEvent.PassCompleted::read),
            Map.entry("step_started", StepEvent.Started::read),
            Map.entry("step_completed", StepEvent.Completed::read),
            Map.entry("step_failed", StepEvent.Failed::read),
            Map.entry("step_skipped", StepEvent.Skipped::read),
            Map.entry("retry_scheduled", StepEvent.RetryScheduled::read),
            Map.entry("agent_usage", StepEvent.AgentUsage::read),
            Map.entry("foreach_items_listed", StepEvent.ItemsListed::read),
            Map.entry("process_leaked", StepEvent.ProcessLeaked::read),
            Map.entry("work_items_loaded", ItemEvent.Loaded::read),
            Map.entry("agent_started", ItemEvent.Started::read),
            Map.entry("agent_completed", ItemEvent.Completed::read),
            Map.entry("agent_failed", ItemEvent.Failed::read),
            Map.entry("agent_interrupted", ItemEvent.Interrupted::read),
            Map.entry("item_waiting", ItemEvent.Waiting::read),
            Map.entry("item_continued", ItemEvent.Continued::read),
            Map.entry("item_skipped", ItemEvent.Skipped::read),
            Map.entry("item_requeued", ItemEvent.Requeued::read),
            Map.entry("canary_evaluated", ItemEvent.CanaryEvaluated::read),
            Map.entry("handler_started", HandlerEvent.Started::read),
            Map.entry("handler_completed", HandlerEvent.Completed::read),
            Map.entry("handler_failed", HandlerEvent.Failed::read),
            Map.entry("dlq_item_added", LetterEvent.Added::read),
            Map.entry("dlq_item_updated", LetterEvent.Updated::read),
            Map.entry("dlq_item_removed", LetterEvent.Removed::read),
            Map.entry("dlq_retry_started", LetterEvent.RetryStarted::read),
            Map.entry("dlq_retry_completed", LetterEvent.RetryCompleted::read),
            Map.entry("control_received", ControlEvent.Received::read),
            Map.entry("dispatch_paused", ControlEvent.Paused::read),
            Map.entry("dispatch_resumed", ControlEvent.Continued::read),
            Map.entry("setting_changed", ControlEvent.SettingChanged::read),
            Map.entry("circuit_opened", CircuitEvent.Opened::read),
            Map.entry("circuit_half_opened", CircuitEvent.HalfOpened::read),
            Map.entry("circuit_closed", CircuitEvent.Closed::read),
            Map.entry("circuit_counted", CircuitEvent.Counted::read),
            Map.entry("quota_paused", QuotaEvent.Paused::read),
            Map.entry("quota_probe", QuotaEvent.Probed::read),
            Map.entry("quota_resumed", QuotaEvent.Resumed::read),
            Map.entry("worktree_created", WorktreeEvent.Created::read),
            Map.entry("worktree_advanced", WorktreeEvent.Advanced::read),
            Map.entry("worktree_removed", WorktreeEvent.Removed::read),
            Map.entry("worktree_salvaged", WorktreeEvent.Salvaged::read),
            Map.entry("merge_started", WorktreeEvent.MergeStarted::read),
            Map.entry("merge_completed", WorktreeEvent.MergeCompleted::read),
            Map.entry("merge_conflicted", WorktreeEvent.MergeConflicted::read),
            Map.entry("merge_skipped", WorktreeEvent.MergeSkipped::read),
            Map.entry("worktree_orphaned", WorktreeEvent.Orphaned::read),
            Map.entry("subworkflow_started", SubWorkflowEvent.Started::read),
            Map.entry("subworkflow_completed", SubWorkflowEvent.Completed::read),
            Map.entry("subworkflow_failed", SubWorkflowEvent.Failed::read));

    private EventTypes() {}

    /// @return the event that was written as these members; an {@link UnknownEvent} for a type of a
    ///     newer version
    /// @throws dev.prodigy.model.value.UnreadableFields when a known type lacks what it must have
    public static Event read(String type, Value.Fields body) {
        var reader = READERS.get(type);
        return reader == null ? new UnknownEvent(type, body) : reader.apply(new FieldsReader(body));
    }

    /// @return all names, sorted
    public static SortedSet<String> names() {
        return new TreeSet<>(READERS.keySet());
    }
}
