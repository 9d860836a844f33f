package dev.prodigy.engine.step.result;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.Locale;

/// What a step had come to when a list of steps began to react to it: after a crash the reaction goes on, and the
/// execution is not made again (spec 03 §14).
///
/// @param step path of the step
/// @param cycles executions of the step so far, each with its retries
/// @param round of the handler that completes the work, from 1, and of the validation behind it; 0 for all others
/// @param result the step's, with what its validation and handlers have left behind by then
public record Occasion(String step, Stage stage, int cycles, int round, StepResult result) {

    /// Which of a step's lists reacts.
    public enum Stage {
        /// The check of a step that only validates: it is that step's execution.
        CHECK,
        /// What completes the work that such a step checks, within the same execution.
        COMPLETE,
        FALLBACK,
        VALIDATE,
        ON_INCOMPLETE,
        /// The fallback where the executions were good and the validation behind them failed.
        FALLBACK_BEHIND_VALIDATION,
        ON_FAILURE,
        ON_SUCCESS;

        /// @return whether the list belongs to an execution that is under way
        public boolean isInside() {
            return this == CHECK || this == COMPLETE;
        }

        /// @return whether what it prints is `handler.output` from then on (spec 01 §7)
        public boolean isHandler() {
            return switch (this) {
                case CHECK, VALIDATE -> false;
                case COMPLETE, FALLBACK, FALLBACK_BEHIND_VALIDATION, ON_INCOMPLETE, ON_FAILURE, ON_SUCCESS -> true;
            };
        }
    }

    /// @return rounds of the handler that completes the work which had ended then
    public int roundsMade() {
        return switch (stage) {
            case CHECK, VALIDATE -> round;
            case COMPLETE, ON_INCOMPLETE -> round - 1;
            case FALLBACK, FALLBACK_BEHIND_VALIDATION, ON_FAILURE, ON_SUCCESS -> 0;
        };
    }

    /// @return whether the two are the same moment of the same step
    public boolean isThatOf(Occasion other) {
        return step.equals(other.step) && stage == other.stage && cycles == other.cycles && round == other.round;
    }

    /// @return the object that `step_started.after` keeps
    public Value.Fields toFields() {
        var out = new FieldsWriter()
                .put("step", step)
                .put("stage", stage.name().toLowerCase(Locale.ROOT))
                .put("cycles", cycles)
                .put("round", round)
                .put("result", result.toFields());
        if (stage.isInside()) {
            out.put("inside", true);
        }
        var error = result.error();
        return out.put("error", error == null ? null : ErrorJson.write(error)).done();
    }

    /// @return what {@link #toFields} wrote
    public static Occasion read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        var result = StepResult.read(in.fields("result"));
        return new Occasion(
                in.text("step"),
                Stage.valueOf(in.text("stage").toUpperCase(Locale.ROOT)),
                in.integer("cycles"),
                in.integer("round"),
                in.valueOrNull("error") instanceof Value.Fields error
                        ? result.as(result.outcome(), ErrorJson.read(error))
                        : result);
    }
}
