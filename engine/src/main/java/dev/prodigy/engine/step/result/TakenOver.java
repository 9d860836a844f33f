package dev.prodigy.engine.step.result;

import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;

/// What an earlier process journaled of a step, as a resume takes it over: secrets in it were not stored (spec 05 §9).
public final class TakenOver {
    private TakenOver() {}

    /// @return whether the journal has some of it only with masks
    public static boolean isMasked(Value.Fields journaled) {
        return journaled.get(StepEvent.MASKED) != null;
    }

    /// @param journaled what the step came to
    public static Value.Fields of(Value.Fields journaled, Step step) {
        return isMasked(journaled) ? Unstored.mark(journaled, step.label()) : journaled;
    }

    /// The message is masked in every run.
    ///
    /// @param error a step's
    /// @param step what the step is called
    public static ErrorRecord masked(ErrorRecord error, String step) {
        var fields = new FieldsWriter()
                .putAll(Unstored.mark(ErrorJson.write(error), step))
                .put("message", error.message())
                .done();
        return ErrorJson.read(fields);
    }
}
