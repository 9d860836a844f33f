package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Parameter;
import java.util.LinkedHashMap;

/// `template`: runs a template's steps in their own parameter scope (spec 01 §2).
final class InlineStep {
    private final ListRunner lists;

    InlineStep(ListRunner lists) {
        this.lists = lists;
    }

    Preparation prepare(Step step, StepKind.Inline template, Frame frame) throws Refused, Cut {
        var names = new LinkedHashMap<String, Binding>();
        for (var each : template.with().entrySet()) {
            var filled = Texts.of(frame).data(each.getValue());
            names.put(each.getKey(), Binding.of(filled.value(), filled.nature()));
        }
        for (var each : template.defaults().entrySet()) {
            var filled = Texts.of(frame.with(frame.variables().scoped(names))).data(each.getValue());
            names.put(each.getKey(), Binding.of(filled.value(), filled.nature()));
        }
        template.without().forEach(name -> names.put(name, new Binding.Missing(Parameter.without(name))));
        var scoped = frame.with(frame.variables().scoped(names));
        var limit = CallLimits.of(step, frame).attempt();
        return new Preparation("template " + template.template(), turn -> {
            var result = lists.run(template.body(), scoped.inside(turn, limit));
            return new Attempted(result.last(), result.last().stdout(), result.error(), Attempted.Inner.of(result));
        });
    }
}
