package dev.prodigy.engine.step.result;

import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Step;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
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

    /// @return the labels of the steps, here or in a list that belongs to one, whose failure stands and is accepted, in
    ///     the order of their ends: what is inside a step, or reacted to it, ended before it
    public List<String> tolerated() {
        var labels = new LinkedHashSet<String>();
        for (var each : ended) {
            labels.addAll(each.result().tolerated());
            if (each.result().outcome() == Outcome.TOLERATED) {
                labels.add(each.step().label());
            }
        }
        return List.copyOf(labels);
    }

    /// @return whether one of its steps moved HEAD forward to a different tree
    public boolean hasMoved() {
        return ended.stream().anyMatch(each -> each.result().gain().changes().moved());
    }

    /// @return what the last step that was not skipped brought forth
    public Product last() {
        return ended.reversed().stream()
                .filter(each -> each.result().outcome() != Outcome.SKIPPED)
                .map(each -> each.result().product())
                .findFirst()
                .orElse(Product.NONE);
    }

    /// @return what the last step that executed something left
    public Trace trace() {
        return ended.reversed().stream()
                .map(each -> each.result().product().trace())
                .reduce(Trace.NONE, Trace::or);
    }

    /// @return the outputs of all steps that have any, joined by line ends
    public String output() {
        return ended.stream()
                .filter(each -> each.result().outcome() != Outcome.SKIPPED)
                .map(each -> each.result().product().output())
                .filter(output -> !output.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
