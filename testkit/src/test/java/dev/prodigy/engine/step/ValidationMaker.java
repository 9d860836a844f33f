package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.list;

import dev.prodigy.model.step.Validation;
import java.util.List;
import java.util.function.Function;

/// Validations for tests.
final class ValidationMaker {
    static Function<String, Validation> by(StepMaker command) {
        return by(command, 100, null);
    }

    static Function<String, Validation> by(
            StepMaker command, double threshold, Function<String, Validation.OnIncomplete> handler) {
        return path ->
                new Validation(list(path + ".commands", command), null, threshold, null, null, made(handler, path));
    }

    private static Validation.OnIncomplete made(Function<String, Validation.OnIncomplete> handler, String path) {
        return handler == null ? null : handler.apply(path + ".on_incomplete");
    }

    static Function<String, Validation.OnIncomplete> completing(int rounds, boolean fails, StepMaker... steps) {
        return path -> new Validation.OnIncomplete(list(path, steps), rounds, fails, false, List.of());
    }

    private ValidationMaker() {}
}
