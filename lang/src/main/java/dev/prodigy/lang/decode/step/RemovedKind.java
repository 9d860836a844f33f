package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A kind of earlier versions (spec 01 §2).
///
/// @param replacement what to write instead; null = the step is skipped with a warning
record RemovedKind(String name, @Nullable String replacement) implements StepKindShape {
    static final List<RemovedKind> ALL = List.of(
            new RemovedKind("analyze", null),
            new RemovedKind("goal_seek", "Use validate with on_incomplete."),
            new RemovedKind("handler", "Use shell."),
            new RemovedKind("step_validate", "Use validate."));

    /// Those that are skipped with a warning.
    static final List<RemovedKind> ACCEPTED =
            ALL.stream().filter(kind -> !kind.isRefused()).toList();

    /// @return whether a step of this kind is an error
    boolean isRefused() {
        return replacement != null;
    }

    @Override
    public StepForm form() {
        return StepForm.of(name, DataShapes.DATA, "No longer does anything.");
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var place = beside.place().key(kind.key());
        if (replacement == null) {
            place.warning(
                    ProblemCode.NO_EFFECT,
                    kind.keySpan(),
                    "\"" + name + "\" no longer does anything; the step is skipped");
            return new StepKind.Removed(name);
        }
        refuse(kind, beside.place());
        return null;
    }

    /// Reports a step of this kind.
    ///
    /// @param step the step's place
    void refuse(Node.Entry kind, Place step) {
        var message = "the step kind \"" + name + "\" was removed";
        step.key(kind.key()).error(ProblemCode.REMOVED, kind.keySpan(), message, String.valueOf(replacement));
    }
}
