package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.StepProgress;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.Occasion;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import java.time.Duration;
import java.util.List;

/// `validate` alone: the validation is the execution, with all that holds for executions (spec 01 §6).
final class ValidateStep {
    private ValidateStep() {}

    static PreparedStep prepare(Step step, Validation validation, Frame frame, StepCycles cycles) {
        var each = CallLimits.of(step, frame).attempt();
        return new PreparedStep("validate", turn -> {
            var inside = frame.inside(turn, null);
            var begun = inside.world().now();
            var resumed = StepProgress.of(step, inside).occasion();
            boolean goesOn = resumed == null || (resumed.stage() == Occasion.Stage.CHECK && resumed.round() == 0);
            var used = goesOn ? turn.used() : Duration.ZERO;
            var limit = new Validating.Limit(each, used);
            var validating = Validating.alone(validation, cycles, inside);
            var verdict = validating.judge(resumed, limit);
            var ended = inside.world().now();
            long ms = used.plus(ended.elapsed()).minus(begun.elapsed()).toMillis();
            return attempted(verdict, validating, ms);
        });
    }

    private static Attempted attempted(Validating.Verdict verdict, Validating validating, long ms) {
        var product = Product.of(verdict.report().text(), ms).traced(verdict.trace());
        if (verdict.isComplete()) {
            return new Attempted(product, product.stdout(), null, Attempted.Inner.CLEAN);
        }
        var error = verdict.error();
        return new Attempted(
                        product.exited(verdict.overdue() == null ? null : Product.TIMED_OUT),
                        product.stdout(),
                        null,
                        new Attempted.Inner(List.of(), validating.accepts(error)))
                .failing(error);
    }
}
