package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.SetupCapture;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;

/// Numbers, booleans and durations that are needed when the run starts, and are asked of a result that only a step
/// will bring (spec 01 §1, "Scalars").
///
/// @param decoding knows which settings these are
record EarlySettings(Decoding decoding) implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        if (decoding.settingsOfRun().isEmpty()) {
            return;
        }
        var declared = DeclaredNames.in(workflow, report.configured());
        var results = results(workflow, report);
        boolean files = !workflow.header().environment().files().isEmpty();
        for (var setting : decoding.settingsOfRun()) {
            for (var path : asked(setting.text())) {
                var known = declared.find(path.first());
                boolean given = setting.variables().give(path.first())
                        || (known != null && (known.plain() || References.isDotted(path)));
                var result = given || (files && !References.isDotted(path)) ? null : results.find(path.first());
                if (result != null && (result.plain() || References.isDotted(path))) {
                    report.add(Problem.error(
                                    ProblemCode.INVALID_VALUE,
                                    "`" + path + "` is known only when steps have run, and this is needed when the"
                                            + " run starts",
                                    setting.text().span(),
                                    setting.path())
                            .hinting("Write a number, or the name of a parameter, a default or an entry of env."));
                }
            }
        }
    }

    /// @return what is asked for, unless the loading of a run has refused it already
    private List<Path> asked(Text text) {
        try {
            return Template.parse(text.source(), TextPlace.PATH).parts().stream()
                    .filter(Template.Part.Slot.class::isInstance)
                    .map(part -> ((Template.Part.Slot) part).placeholder())
                    .filter(each -> each.hasDefault() || !decoding.variables().areComplete())
                    .flatMap(each -> each.variables().stream())
                    .toList();
        } catch (ExpressionSyntax tooDeep) {
            return List.of();
        }
    }

    private static Visible results(Workflow workflow, Report report) {
        var results = Visible.outermost();
        Namespaces.PLACES.keySet().forEach(name -> results.declare(name, Known.NAMESPACE));
        results.declare("item", Known.DATA);
        if (workflow instanceof Workflow.MapReduce job) {
            job.captures().stream().map(SetupCapture::name).forEach(name -> results.declare(name, Known.DATA));
        }
        for (Step step : report.steps()) {
            StepWalk.results(step, results);
            if (step.kind() instanceof StepKind.Foreach foreach) {
                List.of(foreach.as(), "index", "total").forEach(name -> results.declare(name, Known.DATA));
            }
            if (step.reactions().onFailure() instanceof FailureReaction.Handle handle) {
                handle.captures().forEach(name -> results.declare(name, Known.DATA));
            }
            var validation = step.validation();
            if (validation != null && validation.onIncomplete() != null) {
                validation.onIncomplete().captures().forEach(name -> results.declare(name, Known.DATA));
            }
        }
        return results;
    }
}
