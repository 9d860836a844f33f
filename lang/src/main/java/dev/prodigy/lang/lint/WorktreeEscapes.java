package dev.prodigy.lang.lint;

import dev.prodigy.lang.compose.SourcePath;
import dev.prodigy.lang.shell.Escapes;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// ESCAPES_WORKTREE: directories and files outside of the worktree that a step works in. Commands of shell
/// texts are looked at with the rest of the text.
final class WorktreeEscapes implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        var directories = new Directories(
                report.steps().stream().collect(Collectors.toMap(Step::path, Function.identity(), (one, _) -> one)));
        for (var step : report.steps()) {
            if (isIsolated(workflow, step)) {
                report(directories.leaving(step), report);
                report(outside(step.options().captures().outputFile()), report);
                report(step.kind() instanceof StepKind.WriteFile file ? outside(file.path()) : null, report);
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

    /// @return the path of a file where it lies outside; `..` in it is an error anyway (spec 01 §2, "Path rules")
    private static @Nullable Text outside(@Nullable Text file) {
        return file != null && isOutside(file.source()) ? file : null;
    }

    private static boolean isOutside(String path) {
        return isElsewhere(path)
                ? Escapes.isOutside(path) || path.startsWith("~")
                : path.equals("..") || path.startsWith("../");
    }

    /// @return whether a path begins at a place of its own, as `~` does, the home folder
    private static boolean isElsewhere(String path) {
        return path.startsWith("/") || path.equals("~") || path.startsWith("~/");
    }

    /// Where steps work, as far as the file tells.
    ///
    /// @param steps by their paths
    private record Directories(Map<String, Step> steps) {

        /// @return the directory that a step asks for, where it leads out of the tree and that of the step around it
        ///     does not
        @Nullable
        Text leaving(Step step) {
            var own = step.options().surroundings().workingDir();
            var outer = own == null ? null : around(step.path());
            var inner = own == null ? null : within(outer, own);
            boolean leaves = inner != null && isOutside(inner);
            boolean alone = own == null || isElsewhere(own.source()) || outer == null || !isOutside(outer);
            return leaves && alone ? own : null;
        }

        /// @return the directory of the innermost step around a path, from the one that the run works in; null where
        ///     a variable decides
        private @Nullable String around(String path) {
            for (int end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
                var step = steps.get(path.substring(0, end));
                if (step != null) {
                    var outer = around(step.path());
                    var own = step.options().surroundings().workingDir();
                    return own == null ? outer : within(outer, own);
                }
            }
            return "";
        }

        private static @Nullable String within(@Nullable String outer, Text directory) {
            var path = directory.source();
            if (isElsewhere(path)) {
                return path;
            }
            return outer == null || path.indexOf('$') >= 0
                    ? null
                    : SourcePath.normal(outer.isEmpty() ? path : outer + "/" + path);
        }
    }

    private static void report(@Nullable Text path, Report report) {
        if (path != null) {
            report.warn(
                    ProblemCode.ESCAPES_WORKTREE,
                    report.at(path.span()),
                    "`" + path.source() + "` lies outside of the worktree that the step works in",
                    "Use a path below the step's directory, or isolation: none.");
        }
    }
}
