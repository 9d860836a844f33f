package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `validate` alone in a step (spec 01 §6).
final class ValidateKind implements StepKindShape {
    static final String NAME = "validate";

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public String description() {
        return "Checks how complete the work is.";
    }

    @Override
    public Shape<?> value() {
        return ValidationShape.VALIDATION;
    }

    @Override
    public KeySet beside() {
        return KeySet.of();
    }

    @Override
    public KeySet keys() {
        return StepOptionKeys.ALL;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var validation =
                ValidationShape.VALIDATION.read(kind.value(), beside.place().key(kind.key()));
        return validation == null ? null : new StepKind.Validate(validation);
    }
}
