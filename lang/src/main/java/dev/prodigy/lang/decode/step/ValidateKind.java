package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import org.jspecify.annotations.Nullable;

/// `validate` alone in a step (spec 01 §6).
final class ValidateKind implements StepKindShape {
    static final String NAME = "validate";
    private static final StepForm FORM =
            StepForm.of(NAME, ValidationShape.VALIDATION, "Checks how complete the work is.");

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var validation =
                ValidationShape.VALIDATION.read(kind.value(), beside.place().key(kind.key()));
        return validation == null ? null : new StepKind.Validate(validation);
    }
}
