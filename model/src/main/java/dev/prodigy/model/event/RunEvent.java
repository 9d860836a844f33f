package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Beginning and fate of a run as a whole; its end is an {@link EndEvent}.
public sealed interface RunEvent extends Event {

    /// The first event: everything a resume needs to go on as the run began. Secret values are never
    /// among it.
    record Started(
            String workflow,
            @Nullable String workflowFile,
            String workflowHash,
            String mode,
            String program,
            long pid,
            String host,
            @Nullable String repo,
            String path,
            @Nullable String baseCommit,
            @Nullable String branch,
            @Nullable String worktree,
            @Nullable String target,
            Value.Fields params,
            Value.Fields input,
            Value.Fields settings,
            @Nullable String parentRunId)
            implements RunEvent {
        /// Member of `settings`: names of the parameters that stand in `params` with masks (spec 05 §9).
        public static final String MASKED_PARAMS = "masked_params";

        /// @return the names of parameters whose values were not stored
        public List<String> maskedParams() {
            return settings.get(MASKED_PARAMS) instanceof Value.Items
                    ? new FieldsReader(settings).texts(MASKED_PARAMS)
                    : List.of();
        }

        /// @param params that replace those of the beginning
        /// @param settings that go before those of the beginning
        /// @return the object of {@link Resumed#overrides}, by which a call gives them
        public static Value.Fields overrides(Value.Fields params, Value.Fields settings) {
            return new FieldsWriter()
                    .put("params", params)
                    .put("settings", settings)
                    .done();
        }

        /// @param overrides of a resume
        /// @return the same with the parameters and settings that a call gives by them
        public Started overriddenBy(Value.Fields overrides) {
            if (!(overrides.get("params") instanceof Value.Fields given)
                    || !(overrides.get("settings") instanceof Value.Fields further)) {
                return this;
            }
            var known = new LinkedHashMap<>(settings.members());
            known.remove(MASKED_PARAMS);
            known.putAll(further.members());
            return new Started(
                    workflow,
                    workflowFile,
                    workflowHash,
                    mode,
                    program,
                    pid,
                    host,
                    repo,
                    path,
                    baseCommit,
                    branch,
                    worktree,
                    target,
                    given,
                    input,
                    new Value.Fields(known),
                    parentRunId);
        }

        @Override
        public String type() {
            return "workflow_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("workflow", workflow)
                    .put("workflow_file", workflowFile)
                    .put("workflow_hash", workflowHash)
                    .put("mode", mode)
                    .put("program", program)
                    .put("pid", pid)
                    .put("host", host)
                    .put("repo", repo)
                    .put("path", path)
                    .put("base_commit", baseCommit)
                    .put("branch", branch)
                    .put("worktree", worktree)
                    .put("target", target)
                    .put("params", params)
                    .put("input", input)
                    .put("settings", settings)
                    .put("parent_run_id", parentRunId)
                    .done();
        }

        static Started read(FieldsReader in) {
            return new Started(
                    in.text("workflow"),
                    in.textOrNull("workflow_file"),
                    in.text("workflow_hash"),
                    in.text("mode"),
                    in.text("program"),
                    in.number("pid"),
                    in.text("host"),
                    in.textOrNull("repo"),
                    in.text("path"),
                    in.textOrNull("base_commit"),
                    in.textOrNull("branch"),
                    in.textOrNull("worktree"),
                    in.textOrNull("target"),
                    in.fields("params"),
                    in.fields("input"),
                    in.fields("settings"),
                    in.textOrNull("parent_run_id"));
        }
    }

    /// A process took the run up again.
    ///
    /// @param overrides what holds from now on in place of what the run began with
    record Resumed(
            String reason,
            String fromStatus,
            Value.Fields overrides,
            List<String> acceptedChanges,
            long pid,
            String host)
            implements RunEvent {
        /// The reason of a start that merges what the run has committed, and does nothing else (spec 05 §2.8).
        public static final String MERGE = "merge";

        @Override
        public String type() {
            return "workflow_resumed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("reason", reason)
                    .put("from_status", fromStatus)
                    .put("overrides", overrides)
                    .put("accepted_changes", acceptedChanges)
                    .put("pid", pid)
                    .put("host", host)
                    .done();
        }

        static Resumed read(FieldsReader in) {
            return new Resumed(
                    in.text("reason"),
                    in.text("from_status"),
                    in.fields("overrides"),
                    in.texts("accepted_changes"),
                    in.number("pid"),
                    in.text("host"));
        }
    }

    /// Policy has decided that nothing new starts.
    ///
    /// @param observed what reached the limit, of the same kind
    /// @param key of the breaker that opened; null where it was none
    /// @param error what led to it where that is no count of items, or null
    record PolicyStopped(
            String reason,
            @Nullable Value limit,
            @Nullable Value observed,
            @Nullable String key,
            long failures,
            long processed,
            @Nullable ErrorRecord error)
            implements RunEvent {
        @Override
        public String type() {
            return "policy_stopped";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("reason", reason)
                    .put("limit", limit)
                    .put("observed", observed)
                    .put("key", key)
                    .put("failures", failures)
                    .put("processed", processed)
                    .put("error", error == null ? null : ErrorJson.write(error))
                    .done();
        }

        static PolicyStopped read(FieldsReader in) {
            return new PolicyStopped(
                    in.text("reason"),
                    in.valueOrNull("limit"),
                    in.valueOrNull("observed"),
                    in.textOrNull("key"),
                    in.number("failures"),
                    in.number("processed"),
                    in.valueOrNull("error") instanceof Value.Fields error ? ErrorJson.read(error) : null);
        }
    }

    /// Failed items, reported as `error_collection` asks.
    ///
    /// @param count how many are reported; of very many only the first are listed
    /// @param errors objects with `item_id` and `error`
    record ErrorReport(String strategy, int count, Value errors) implements RunEvent {
        @Override
        public String type() {
            return "error_report";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("strategy", strategy)
                    .put("count", count)
                    .put("errors", errors)
                    .done();
        }

        static ErrorReport read(FieldsReader in) {
            return new ErrorReport(in.text("strategy"), in.integer("count"), in.value("errors"));
        }
    }

    /// The figures of the items that have ended (spec 02 §9.1), as its members.
    record ErrorMetrics(Value.Fields metrics) implements RunEvent {
        private static final List<String> MEMBERS = List.of(
                "total_items",
                "successful",
                "failed",
                "skipped",
                "failure_rate",
                "error_types",
                "failure_patterns",
                "error_clusters");

        @Override
        public String type() {
            return "error_metrics";
        }

        @Override
        public Value.Fields body() {
            return metrics;
        }

        static ErrorMetrics read(FieldsReader in) {
            var metrics = new LinkedHashMap<String, Value>();
            MEMBERS.forEach(name -> metrics.put(name, in.value(name)));
            return new ErrorMetrics(new Value.Fields(metrics));
        }
    }

    /// A torn tail was cut off.
    record JournalRecovered(long droppedBytes) implements RunEvent {
        @Override
        public String type() {
            return "journal_recovered";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("dropped_bytes", droppedBytes).done();
        }

        static JournalRecovered read(FieldsReader in) {
            return new JournalRecovered(in.number("dropped_bytes"));
        }
    }

    /// A damaged journal was replaced by what could be saved of it.
    ///
    /// @param lostFrom first lost `seq`
    /// @param lostTo last lost `seq`
    record JournalSalvaged(long lostFrom, long lostTo) implements RunEvent {
        @Override
        public String type() {
            return "journal_salvaged";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("lost_from", lostFrom)
                    .put("lost_to", lostTo)
                    .done();
        }

        static JournalSalvaged read(FieldsReader in) {
            return new JournalSalvaged(in.number("lost_from"), in.number("lost_to"));
        }
    }

    /// Something a person should know.
    record WarningRaised(String code, String message) implements RunEvent {
        @Override
        public String type() {
            return "warning_raised";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("code", code).put("message", message).done();
        }

        static WarningRaised read(FieldsReader in) {
            return new WarningRaised(in.text("code"), in.text("message"));
        }
    }

    /// The checkpoint file was written.
    record CheckpointSaved(long version, long itemsProcessed, long itemsTotal) implements RunEvent {
        @Override
        public String type() {
            return "checkpoint_saved";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("version", version)
                    .put("items_processed", itemsProcessed)
                    .put("items_total", itemsTotal)
                    .done();
        }

        static CheckpointSaved read(FieldsReader in) {
            return new CheckpointSaved(in.number("version"), in.number("items_processed"), in.number("items_total"));
        }
    }
}
