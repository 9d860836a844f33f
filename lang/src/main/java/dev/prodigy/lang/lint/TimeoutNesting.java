package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TIMEOUT_NESTING: a limit that can never be reached, because one around it ends first (spec 02 §10).
final class TimeoutNesting implements Check {
    /// The nearest limit around a place.
    ///
    /// @param what it belongs to, for messages
    private record Outer(@Nullable Duration limit, String what) {
        static final Outer NONE = new Outer(null, "");

        Outer within(@Nullable Duration inner, String what) {
            return inner == null || (limit != null && limit.compareTo(inner) <= 0) ? this : new Outer(inner, what);
        }
    }

    @Override
    public void check(Workflow workflow, Report report) {
        var run = Outer.NONE.within(Blocks.literal(workflow.header().timeout()), "the workflow");
        switch (workflow) {
            case Workflow.Standard standard -> steps(standard.commands(), run, report);
            case Workflow.MapReduce job -> {
                phase(job.setup(), "setup", run, report);
                var map = Report.entry(report.root(), "map");
                var agent = Blocks.literal(job.map().timeouts().agent());
                if (map != null) {
                    inner(agent, run, map.value().span(), report, "agent_timeout_secs", "timeout_config");
                }
                steps(job.map().agentTemplate(), run.within(agent, "the item"), report);
                phase(job.reduce(), "reduce", run, report);
            }
        }
        phase(workflow.header().merge().phase(), "merge", run, report);
        steps(workflow.header().worktree().setup(), run, report);
    }

    private static void phase(@Nullable PhaseSteps phase, String name, Outer outer, Report report) {
        var written = Report.entry(report.root(), name);
        if (phase != null && written != null) {
            var limit = Blocks.literal(phase.timeout());
            inner(limit, outer, written.value().span(), report, "timeout", "timeout_ms");
            steps(phase.steps(), outer.within(limit, name), report);
        }
    }

    private static void steps(List<Step> steps, Outer outer, Report report) {
        steps.forEach(step -> step(step, outer, report));
    }

    private static void step(Step step, Outer around, Report report) {
        var limits = step.options().limits();
        var span = step.span();
        inner(limits.total(), around, span, report, "total_timeout", "total_timeout_ms");
        var total = around.within(limits.total(), "the step with all its executions");
        inner(limits.attempt(), total, span, report, "timeout", "timeout_ms");
        var attempt = total.within(limits.attempt(), "each execution");
        inner(limits.idle(), attempt, span, report, "idle_timeout", "idle_timeout_ms");
        kind(step.kind(), attempt, report);
        if (step.options().resilience().afterRetries() instanceof AfterRetries.Fallback(var fallback)) {
            step(fallback, total, report);
        }
        var reactions = step.reactions();
        if (reactions.validation() != null) {
            validation(reactions.validation(), total, report);
        }
        steps(reactions.onSuccess(), total, report);
        reaction(reactions.onFailure(), total, report);
        reactions.onExitCode().values().forEach(reaction -> reaction(reaction, total, report));
    }

    private static void kind(StepKind kind, Outer outer, Report report) {
        switch (kind) {
            case StepKind.Foreach foreach -> steps(foreach.body(), outer, report);
            case StepKind.Inline inline -> steps(inline.body(), outer, report);
            case StepKind.Validate(var validation) -> validation(validation, outer, report);
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> {}
        }
    }

    private static void validation(Validation validation, Outer outer, Report report) {
        steps(validation.commands(), outer.within(validation.timeout(), "the validation"), report);
        if (validation.onIncomplete() != null) {
            steps(validation.onIncomplete().steps(), outer, report);
        }
    }

    private static void reaction(@Nullable FailureReaction reaction, Outer outer, Report report) {
        switch (reaction) {
            case FailureReaction.Handle handle ->
                steps(handle.steps(), outer.within(handle.timeout(), "the handler"), report);
            case FailureReaction.After(AfterRetries.Fallback(var fallback)) -> step(fallback, outer, report);
            case FailureReaction.After _, FailureReaction.Tolerate _, FailureReaction.Ignore _ -> {}
            case null -> {}
        }
    }

    private static void inner(@Nullable Duration limit, Outer outer, Span map, Report report, String... names) {
        if (limit != null && outer.limit() != null && limit.compareTo(outer.limit()) > 0) {
            report.warn(
                    ProblemCode.TIMEOUT_NESTING,
                    report.value(map, names),
                    "this limit of " + Durations.format(limit) + " is never reached: " + outer.what() + " ends after "
                            + Durations.format(outer.limit()),
                    "Make it shorter, or the outer one longer.");
        }
    }
}
