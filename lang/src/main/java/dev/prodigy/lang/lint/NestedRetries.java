package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;

/// NESTED_RETRY: a step that is tried again inside of a loop or template that is tried again as a whole, so
/// that the attempts multiply.
final class NestedRetries implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        for (var outer : report.steps()) {
            if (attempts(outer) > 1) {
                for (var inner : inside(outer.kind())) {
                    if (attempts(inner) > 1) {
                        report.warn(
                                ProblemCode.NESTED_RETRY,
                                spot(outer, inner, report),
                                "retries inside of retries: up to " + attempts(outer) * attempts(inner) + " executions "
                                        + (outer.kind() instanceof StepKind.Foreach ? "of each round" : "of one step"),
                                "Retry the steps inside, or the whole, with retry: false on the other.");
                    }
                }
            }
        }
    }

    /// A step of a template that says nothing itself has what `retry_defaults` say: that is told where the template is
    /// used.
    private static Report.Spot spot(Step outer, Step inner, Report report) {
        var own = report.entry(inner.span(), "retry", "retry_config");
        return Blocks.retryOf(own == null && outer.kind() instanceof StepKind.Inline ? outer : inner, report);
    }

    private static List<Step> inside(StepKind kind) {
        return switch (kind) {
            case StepKind.Foreach foreach -> foreach.body();
            case StepKind.Inline inline -> inline.body();
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> List.of();
        };
    }

    private static int attempts(Step step) {
        var retry = step.options().resilience().retry();
        return retry == null ? 1 : retry.attempts();
    }
}
