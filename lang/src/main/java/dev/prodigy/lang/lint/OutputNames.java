package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.Workflow;

/// RESERVED_NAME: an output of a step whose name means something else of every such step (spec 01 §7).
final class OutputNames implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        report.steps().forEach(step -> check(step, report));
    }

    private static void check(Step step, Report report) {
        var outputs = step.options().captures().outputs().keySet();
        if (outputs.isEmpty()) {
            return;
        }
        var taken = StandardMembers.of(step.kind());
        var written = report.entry(step.span(), "outputs");
        outputs.stream()
                .filter(taken::contains)
                .forEach(name -> report.warn(
                        ProblemCode.RESERVED_NAME,
                        written == null
                                ? report.at(step.span())
                                : report.key(written.value().span(), name),
                        "the name \"" + name + "\" is reserved: ." + name + " tells of the step itself",
                        "Use another name."));
    }
}
