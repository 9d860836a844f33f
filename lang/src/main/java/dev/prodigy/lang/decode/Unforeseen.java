package dev.prodigy.lang.decode;

import dev.prodigy.lang.expr.ReadableText;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.SetupCapture;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What of a workflow's steps is known only when they start (spec 01 §1, "Scalars"): literals stand in its place, which
/// nobody may take for the truth.
public final class Unforeseen {
    private final Set<String> left;

    private Unforeseen(Set<String> left) {
        this.left = left;
    }

    /// @return what is not known of the steps of a workflow before it runs
    public static Unforeseen in(Workflow workflow) {
        var left = new HashSet<String>();
        if (workflow instanceof Workflow.MapReduce job) {
            job.captures().stream().map(SetupCapture::name).forEach(left::add);
        }
        AllSteps.of(workflow).forEach(step -> add(step, left));
        return new Unforeseen(left);
    }

    /// @return the settings of the step that change what a report says, and are not known yet
    public List<OpenSettings.Open> of(Step step, OpenSettings.Figure figure) {
        return step.open() == null
                ? List.of()
                : step.open().settings().stream()
                        .filter(each -> each.changes(figure) && !isCertain(each))
                        .toList();
    }

    /// What a step leaves behind under a name comes before what the file says of it.
    private boolean isCertain(OpenSettings.Open setting) {
        return setting.isForeseen()
                && ReadableText.variables(setting.text().source(), TextPlace.PATH).stream()
                        .noneMatch(path -> left.contains(path.first()));
    }

    private static void add(Step step, Set<String> left) {
        var capture = step.options().captures().name();
        if (capture != null) {
            left.add(capture);
        }
        if (step.kind() instanceof StepKind.Foreach foreach) {
            left.add(foreach.as());
        }
        add(step.reactions().onFailure(), left);
        step.reactions().onExitCode().values().forEach(reaction -> add(reaction, left));
        var validation = step.validation();
        if (validation != null && validation.onIncomplete() != null) {
            left.addAll(validation.onIncomplete().captures());
        }
    }

    private static void add(@Nullable FailureReaction reaction, Set<String> left) {
        if (reaction instanceof FailureReaction.Handle handle) {
            left.addAll(handle.captures());
        }
    }
}
