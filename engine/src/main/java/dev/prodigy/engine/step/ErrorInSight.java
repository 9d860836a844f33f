package dev.prodigy.engine.step;

import dev.prodigy.engine.step.result.ErrorMembers;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.ErrorRecord;
import org.jspecify.annotations.Nullable;

/// Lets a handler or fallback read the failure that it answers as `error.…` and `test.…`, and the steps behind it too
/// (spec 01 §7). Inside of another handler it is seen only until it is closed: there the outer failure is the one that
/// counts.
final class ErrorInSight implements AutoCloseable {
    private final StepCycles cycles;
    private final boolean inHandler;
    private final ErrorMembers error;
    private final ErrorMembers test;
    private final @Nullable Members hiddenError;
    private final @Nullable Members hiddenTest;

    ErrorInSight(StepCycles cycles, StepResult failed, ErrorRecord failure) {
        this.cycles = cycles;
        var variables = cycles.frame().variables();
        inHandler = ErrorMembers.isIn(variables);
        var redactor = cycles.frame().world().redactor();
        error = ErrorMembers.of(failure, failed.product(), redactor);
        test = ErrorMembers.test(failed, redactor);
        hiddenError = variables.enter("error", error);
        hiddenTest = variables.enter("test", test);
    }

    @Override
    public void close() {
        var variables = cycles.frame().variables();
        variables.restore("error", hiddenError);
        variables.restore("test", hiddenTest);
        if (!inHandler) {
            leave(cycles, error, test);
        }
    }

    /// Lets the steps behind read the failure that stands where that is another one than was answered.
    static void leave(StepCycles cycles, StepResult failed, ErrorRecord failure) {
        if (!ErrorMembers.isIn(cycles.frame().variables())) {
            var redactor = cycles.frame().world().redactor();
            leave(cycles, ErrorMembers.of(failure, failed.product(), redactor), ErrorMembers.test(failed, redactor));
        }
    }

    private static void leave(StepCycles cycles, ErrorMembers error, ErrorMembers test) {
        cycles.leave("error", error.values());
        cycles.leave("test", test.values());
    }
}
