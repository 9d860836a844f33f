package dev.prodigy.model.step;

import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How complete a step's work is, and what is done while it is not (spec 01 §6).
///
/// @param commands what checks; may be empty when `resultFile` is given
/// @param resultFile path of the result document, or null
/// @param threshold percent from which the work is complete
/// @param expectedSchema JSON Schema of the document, or null
/// @param timeout of all commands together, or null
/// @param onIncomplete null = incomplete work fails the step at once
public record Validation(
        List<Step> commands,
        @Nullable Text resultFile,
        double threshold,
        @Nullable Data expectedSchema,
        @Nullable Duration timeout,
        @Nullable OnIncomplete onIncomplete) {

    /// What runs while the work is incomplete.
    ///
    /// @param maxAttempts handler rounds, from 1
    /// @param failWorkflow false: work that stays incomplete is tolerated
    /// @param captures names that take the handler's combined output
    public record OnIncomplete(
            List<Step> steps, int maxAttempts, boolean failWorkflow, boolean commitRequired, List<String> captures) {
        public OnIncomplete {
            captures = List.copyOf(captures);
        }
    }
}
