package dev.prodigy.model.event;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Custom failure handlers of items (spec 02 §5.2).
public sealed interface HandlerEvent extends Event {

    /// @return the handler's name
    String handler();

    /// A handler begins, or begins again after it was cut off. It holds the failure that it handles, so that a crash
    /// loses nothing of it.
    ///
    /// @param parkedMs part of its time before breakers and the agents' usage limit, 0 in an older journal
    /// @param head the commit that the attempt came to, at which the handler begins, or null outside of git
    /// @param left what the attempt's steps left behind for the handler to read, or null in an older journal
    record Started(
            String handler,
            ErrorRecord error,
            String signature,
            @Nullable String normalized,
            long durationMs,
            long waitMs,
            long parkedMs,
            Value steps,
            @Nullable String branch,
            @Nullable String salvageRef,
            @Nullable String keptDirectory,
            List<String> conflicts,
            @Nullable String head,
            Value.@Nullable Fields left,
            Value result)
            implements HandlerEvent {
        @Override
        public String type() {
            return "handler_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("handler", handler)
                    .put("error", ErrorJson.write(error))
                    .put("signature", signature)
                    .put("normalized", normalized)
                    .put("duration_ms", durationMs)
                    .put("wait_ms", waitMs)
                    .put("parked_ms", parkedMs)
                    .put("steps", steps)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("kept_directory", keptDirectory)
                    .put("conflicts", conflicts)
                    .put("head", head)
                    .put("left", left)
                    .put("result", result)
                    .done();
        }

        static Started read(FieldsReader in) {
            return new Started(
                    in.text("handler"),
                    ErrorJson.read(in.fields("error")),
                    in.text("signature"),
                    in.textOrNull("normalized"),
                    in.number("duration_ms"),
                    in.number("wait_ms"),
                    in.numberOr("parked_ms", 0),
                    in.value("steps"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.textOrNull("kept_directory"),
                    in.texts("conflicts"),
                    in.textOrNull("head"),
                    in.valueOrNull("left") instanceof Value.Fields left ? left : null,
                    in.value("result"));
        }
    }

    /// Its steps succeeded; `then` says what that means.
    record Completed(
            String handler,
            String then,
            long durationMs,
            @Nullable String branch,
            @Nullable String salvageRef,
            @Nullable String keptDirectory)
            implements HandlerEvent {
        @Override
        public String type() {
            return "handler_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("handler", handler)
                    .put("then", then)
                    .put("duration_ms", durationMs)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("kept_directory", keptDirectory)
                    .done();
        }

        static Completed read(FieldsReader in) {
            return new Completed(
                    in.text("handler"),
                    in.text("then"),
                    in.number("duration_ms"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.textOrNull("kept_directory"));
        }
    }

    /// It failed or timed out, or what it left could not be merged: the item is dead-lettered.
    ///
    /// @param conflicts files in conflict with work merged meanwhile
    record Failed(
            String handler,
            ErrorRecord error,
            long durationMs,
            @Nullable String branch,
            @Nullable String salvageRef,
            @Nullable String keptDirectory,
            List<String> conflicts)
            implements HandlerEvent {
        @Override
        public String type() {
            return "handler_failed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("handler", handler)
                    .put("error", ErrorJson.write(error))
                    .put("duration_ms", durationMs)
                    .put("branch", branch)
                    .put("salvage_ref", salvageRef)
                    .put("kept_directory", keptDirectory)
                    .put("conflicts", conflicts)
                    .done();
        }

        static Failed read(FieldsReader in) {
            return new Failed(
                    in.text("handler"),
                    ErrorJson.read(in.fields("error")),
                    in.number("duration_ms"),
                    in.textOrNull("branch"),
                    in.textOrNull("salvage_ref"),
                    in.textOrNull("kept_directory"),
                    in.texts("conflicts"));
        }
    }
}
