package dev.prodigy.lang.lint;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FailureReaction.Handle;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;

/// NO_EFFECT: keys of handlers and fallbacks that change nothing where they stand (spec 01 §4, §5).
final class IdleReactions implements Check {
    private static final String ON_EXIT_CODE = "on_exit_code";
    /// Another key has been reported, and is none of the codes.
    private static final String WHOLE_NUMBER = "[+-]?\\d{1,9}";
    private static final List<String> OF_RERUNS = List.of("strategy", "max_attempts", "max_retries", "retry_original");

    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            replacement(step.options().resilience().afterRetries(), report);
            var onFailure = report.entry(step.span(), "on_failure");
            if (onFailure != null && step.reactions().onFailure() != null) {
                reaction(step.reactions().onFailure(), step, onFailure.value().span(), report);
            }
            var byCode = report.entry(step.span(), ON_EXIT_CODE);
            if (byCode != null && byCode.value() instanceof Node.Mapping codes) {
                step.reactions().onExitCode().forEach((code, reaction) -> byCode(code, reaction, step, codes, report));
            }
        }
    }

    private static void byCode(int code, FailureReaction reaction, Step step, Node.Mapping codes, Report report) {
        for (var entry : codes.entries()) {
            if (entry.key().matches(WHOLE_NUMBER) && Integer.parseInt(entry.key()) == code) {
                reaction(reaction, step, entry.value().span(), report);
                if (code == 0) {
                    toSuccess(
                            reaction,
                            report.key(codes.span(), entry.key()),
                            entry.value().span(),
                            report);
                }
            }
        }
    }

    /// What is written for `0` answers no failure of the step.
    private static void toSuccess(FailureReaction reaction, Report.Spot key, Span written, Report report) {
        if (!(reaction instanceof Handle)) {
            warn(key, "a step that exits with 0 has no failure to answer", "Write the steps that are to run.", report);
            return;
        }
        for (var name : OF_RERUNS) {
            if (report.entry(written, name) != null) {
                warn(
                        report.key(written, name),
                        "a step that exits with 0 is not run again and has nothing that takes its place",
                        "Leave it out, or write it at on_failure.",
                        report);
            }
        }
    }

    private static void reaction(FailureReaction reaction, Step step, Span written, Report report) {
        switch (reaction) {
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> {}
            case FailureReaction.After(AfterRetries after) -> replacement(after, report);
            case Handle handle -> {
                if (handle.failureFatal() && handle.failWorkflow() && !mayTolerate(step)) {
                    fatal(written, report);
                }
                if (handle.strategy() == Strategy.FALLBACK) {
                    tolerance(handle.steps().getLast(), report);
                }
            }
        }
    }

    /// @return whether the step itself may accept a failure, which a fatal one of its handler takes back
    private static boolean mayTolerate(Step step) {
        return step.options().continueOnError()
                || step.open() != null
                || step.options().resilience().afterRetries() instanceof AfterRetries.Continue
                || (step.kind() instanceof StepKind.Foreach loop && loop.continueOnError());
    }

    private static void fatal(Span written, Report report) {
        warn(
                report.key(written, "handler_failure_fatal"),
                "the failure fails the workflow anyway",
                "It matters with fail_workflow: false, or where the step tolerates its failure.",
                report);
    }

    private static void replacement(AfterRetries after, Report report) {
        if (after instanceof AfterRetries.Fallback(Step other)) {
            tolerance(other, report);
        }
    }

    /// A failure that is tolerated has taken no step's place.
    private static void tolerance(Step last, Report report) {
        if (last.options().continueOnError()) {
            warn(
                    report.key(last.span(), "continue_on_error", "allow_failure"),
                    "what fails takes no step's place: the failure stands",
                    "Write it at the step itself, or fail_workflow: false in its handler.",
                    report);
        }
    }

    private static void warn(Report.Spot at, String message, String hint, Report report) {
        report.warn(ProblemCode.NO_EFFECT, at, message, hint);
    }
}
