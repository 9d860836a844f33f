package dev.prodigy.lang.lint;

import dev.prodigy.lang.shell.Escapes;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/// ESCAPES_WORKTREE: directories and files outside of the worktree that a step works in. Commands of shell
/// texts are looked at with the rest of the text.
final class WorktreeEscapes implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            if (isIsolated(workflow, step)) {
                report(step.options().surroundings().workingDir(), report);
                report(step.options().captures().outputFile(), report);
                report(step.kind() instanceof StepKind.WriteFile file ? file.path() : null, report);
            }
        }
    }

    /// @return whether a step works in a worktree, as far as the file tells: in a repository that is the
    ///     default
    static boolean isIsolated(Workflow workflow, Step step) {
        var isolation = workflow.header().isolation();
        if (workflow instanceof Workflow.MapReduce job
                && step.path().startsWith("map.")
                && job.map().isolation() != null) {
            isolation = job.map().isolation();
        }
        return isolation != Isolation.NONE;
    }

    private static void report(@Nullable Text path, Report report) {
        if (path != null && Escapes.isOutside(path.source())) {
            report.warn(
                    ProblemCode.ESCAPES_WORKTREE,
                    report.at(path.span()),
                    "`" + path.source() + "` lies outside of the worktree that the step works in",
                    "Use a path below the step's directory, or isolation: none.");
        }
    }
}
