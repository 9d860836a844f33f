package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// NO_EVIDENCE: an agent step that is believed when it says that it succeeded: no commit that it must make,
/// no validation, nothing that its answer must look like. Handlers are proved by the rerun of their step.
final class AgentEvidence implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        switch (workflow) {
            case Workflow.Standard standard -> check(standard.commands(), report);
            case Workflow.MapReduce job -> {
                check(job.setup(), report);
                if (!job.map().commitRequired()) {
                    check(job.map().agentTemplate(), report);
                }
                check(job.reduce(), report);
            }
        }
        check(workflow.header().merge().phase(), report);
    }

    private static void check(@Nullable PhaseSteps phase, Report report) {
        if (phase != null) {
            check(phase.steps(), report);
        }
    }

    private static void check(List<Step> steps, Report report) {
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            switch (step.kind()) {
                case StepKind.Agent agent -> {
                    boolean checkedLater = steps.subList(i + 1, steps.size()).stream()
                            .anyMatch(later -> later.kind() instanceof StepKind.Validate);
                    if (!checkedLater && !hasEvidence(step)) {
                        report.warn(
                                ProblemCode.NO_EVIDENCE,
                                report.key(step.span(), agent.agent(), "agent"),
                                "nothing shows whether the agent did its work: its word is all there is",
                                "Add commit_required: true, a validate block, or capture: NAME with capture_format: json.");
                    }
                }
                case StepKind.Foreach foreach -> check(foreach.body(), report);
                case StepKind.Inline inline -> check(inline.body(), report);
                case StepKind.Shell _,
                        StepKind.WriteFile _,
                        StepKind.Validate _,
                        StepKind.SubWorkflow _,
                        StepKind.Removed _ -> {}
            }
        }
    }

    private static boolean hasEvidence(Step step) {
        var captures = step.options().captures();
        boolean parsed = captures.format() == CaptureFormat.JSON || captures.format() == CaptureFormat.NUMBER;
        return step.options().commits().required()
                || step.reactions().validation() != null
                || parsed
                || captures.outputs().values().stream().anyMatch(Captures.Output.FilePattern.class::isInstance);
    }
}
