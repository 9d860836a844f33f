package dev.prodigy.engine.step;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a list of steps went.
///
/// @param ended its steps in order, up to the one that failed
/// @param error the failure that ended it, or null
public record ListResult(List<Ended> ended, @Nullable ErrorRecord error) {
    public ListResult {
        ended = List.copyOf(ended);
    }

    /// A step and what it has come to.
    public record Ended(Step step, StepResult result) {}

    /// @return whether every step let the list go on
    public boolean isGood() {
        return error == null;
    }

    /// @return whether a failure stands that its author accepts
    public boolean hasTolerated() {
        return ended.stream().anyMatch(each -> each.result().outcome() == Outcome.TOLERATED);
    }

    /// @return what the last step that was not skipped brought forth
    public Product last() {
        return ended.reversed().stream()
                .filter(each -> each.result().outcome() != Outcome.SKIPPED)
                .map(each -> each.result().product())
                .findFirst()
                .orElse(Product.NONE);
    }

    /// @return the combined output of all steps
    public String output() {
        var text = new StringBuilder();
        for (var each : ended) {
            text.append(each.result().product().output());
        }
        return text.toString();
    }
}
