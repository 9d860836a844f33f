package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// A run that a step starts, and how it ended (spec 04 §5.8, §9).
public sealed interface SubWorkflowEvent extends Event {
    /// @return the id of the run
    String childRunId();

    /// Another workflow is about to be run. A resume goes on with this run instead of starting another one.
    ///
    /// @param workflow as the step names it
    record Started(String childRunId, String workflow, String workflowFile) implements SubWorkflowEvent {
        /// What the journal calls it.
        public static final String TYPE = "subworkflow_started";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("child_run_id", childRunId)
                    .put("workflow", workflow)
                    .put("workflow_file", workflowFile)
                    .done();
        }

        static Started read(FieldsReader in) {
            return new Started(in.text("child_run_id"), in.text("workflow"), in.text("workflow_file"));
        }
    }

    /// It ran to its end.
    ///
    /// @param status `completed` or `completed_with_failures`
    record Completed(String childRunId, String status, long durationMs) implements SubWorkflowEvent {
        @Override
        public String type() {
            return "subworkflow_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("child_run_id", childRunId)
                    .put("status", status)
                    .put("duration_ms", durationMs)
                    .done();
        }

        static Completed read(FieldsReader in) {
            return new Completed(in.text("child_run_id"), in.text("status"), in.number("duration_ms"));
        }
    }

    /// It ended otherwise.
    ///
    /// @param status of spec 00, such as `failed`, `timed_out`
    /// @param error what the step fails with
    record Failed(
            String childRunId,
            String status,
            long durationMs,
            @Nullable ErrorRecord error) implements SubWorkflowEvent {
        @Override
        public String type() {
            return "subworkflow_failed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("child_run_id", childRunId)
                    .put("status", status)
                    .put("duration_ms", durationMs)
                    .put("error", error == null ? null : ErrorJson.write(error))
                    .done();
        }

        static Failed read(FieldsReader in) {
            return new Failed(
                    in.text("child_run_id"),
                    in.text("status"),
                    in.number("duration_ms"),
                    in.valueOrNull("error") instanceof Value.Fields error ? ErrorJson.read(error) : null);
        }
    }
}
