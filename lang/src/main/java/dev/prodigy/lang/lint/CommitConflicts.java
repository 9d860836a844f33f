package dev.prodigy.lang.lint;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;

/// COMMITS_WITHOUT_HANDLER: items that work side by side must commit, and when two change the same lines
/// the second one's attempt is lost. Writing `on_conflict`, `fail` included, or retries of items settles it.
final class CommitConflicts implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        if (!(workflow instanceof Workflow.MapReduce job) || !commits(job, report) || isAlone(job) || isRetried(job)) {
            return;
        }
        var map = Report.entry(report.root(), "map");
        if (map == null || report.entry(map.value().span(), "on_conflict") != null) {
            return;
        }
        report.warn(
                ProblemCode.COMMITS_WITHOUT_HANDLER,
                report.keyOf("map"),
                "items commit side by side, and nothing says what happens when their changes conflict",
                "Write on_conflict: retry (or steps that resolve it) in map.");
    }

    private static boolean commits(Workflow.MapReduce job, Report report) {
        boolean committing = job.map().commitRequired()
                || report.steps().stream()
                        .filter(step -> step.path().startsWith("map.agent_template"))
                        .map(step -> step.options().commits())
                        .anyMatch(commits -> commits.required() || commits.auto());
        var isolation = job.map().isolation() == null
                ? job.header().isolation()
                : job.map().isolation();
        return committing && isolation != Isolation.NONE;
    }

    private static boolean isAlone(Workflow.MapReduce job) {
        return job.map().maxParallel() instanceof Setting.Fixed<Integer>(var items) && items == 1;
    }

    private static boolean isRetried(Workflow.MapReduce job) {
        return job.header().errorPolicy().itemRetry().attempts() > 1;
    }
}
