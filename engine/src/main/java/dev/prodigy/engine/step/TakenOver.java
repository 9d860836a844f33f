package dev.prodigy.engine.step;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;

/// What an earlier process journaled of a step, as a resume takes it over: secrets in it were not stored (spec 05 §9).
final class TakenOver {
    private TakenOver() {}

    /// @param journaled what the step came to
    static Value.Fields of(Value.Fields journaled, Step step) {
        return journaled.get(StepEvent.MASKED) == null ? journaled : Unstored.mark(journaled, step.label());
    }

    /// @param error the step's
    /// @param journaled what stands beside it
    static ErrorRecord of(ErrorRecord error, Value.Fields journaled, Step step) {
        return journaled.get(StepEvent.MASKED) == null
                ? error
                : ErrorJson.read(Unstored.mark(ErrorJson.write(error), step.label()));
    }
}
