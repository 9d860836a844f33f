package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.step.StepKind;
import java.util.LinkedHashMap;

/// `template`: runs a template's steps in their own parameter scope (spec 01 §2).
final class InlineStep {
    private final ListRunner lists;

    InlineStep(ListRunner lists) {
        this.lists = lists;
    }

    Preparation prepare(StepKind.Inline template, Frame frame) throws Cut {
        var names = new LinkedHashMap<String, Binding>();
        for (var each : template.with().entrySet()) {
            switch (Texts.of(frame).data(each.getValue())) {
                case Texts.Filled.Bad(var error) -> {
                    return new Preparation.Refused(error);
                }
                case Texts.Filled.Good(var value, var nature) -> names.put(each.getKey(), Binding.of(value, nature));
            }
        }
        return new Preparation.Ready("template " + template.template(), (_, _) -> {
            var result = lists.run(template.body(), frame.with(frame.variables().nested(names)));
            return new Attempted(result.last(), result.last().stdout(), result.error(), false);
        });
    }
}
