package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.text.BoundValues;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.decode.workflow.ReadParameters;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `template`: runs a template's steps in their own parameter scope (spec 01 §2).
public final class InlineStep {
    private final BodyRunner bodies;

    /// @param bodies runs the template's steps
    public InlineStep(BodyRunner bodies) {
        this.bodies = bodies;
    }

    /// @param frame in the step's own place
    /// @param bound binds the parameters
    /// @return the step, ready to be executed
    /// @throws Refused when a value is missing or of another type
    public PreparedStep prepare(Step step, StepKind.Inline template, Frame frame, BoundValues bound)
            throws Refused, Cut {
        var texts = Texts.of(frame);
        var names = new LinkedHashMap<String, Binding>();
        for (var each : template.with().entrySet()) {
            names.put(each.getKey(), binding(bound.bind(each.getKey(), each.getValue(), texts)));
        }
        for (var each : template.defaults().entrySet()) {
            if (isNone(names.get(each.getKey()))) {
                texts = Texts.of(frame.with(frame.variables().scoped(names)));
                names.put(each.getKey(), binding(bound.bind(each.getKey(), each.getValue(), texts)));
            }
        }
        template.without().forEach(name -> names.put(name, new Binding.Missing(Parameter.without(name))));
        read(template, names, frame);
        var scoped = frame.with(frame.variables().scoped(names));
        var limit = CallLimits.of(step, frame).attempt();
        return new PreparedStep("template " + template.template(), bound.told(frame.world()), turn -> {
            var result = bodies.run(template.body(), scoped.inside(turn, limit));
            return new Attempted(result.last(), result.last().stdout(), result.error(), Attempted.Inner.of(result));
        });
    }

    /// Null counts as not given (spec 01 §12).
    private static boolean isNone(@Nullable Binding given) {
        return !(given instanceof Binding.Present present) || present.value().isNull();
    }

    private static Binding binding(Texts.Filled filled) {
        return Binding.of(filled.value(), filled.nature());
    }

    /// Gives parameters values of their types, as a workflow that is called does (spec 01 §12).
    private static void read(StepKind.Inline template, Map<String, Binding> names, Frame frame) throws Refused {
        var given = new LinkedHashMap<Parameter, Value>();
        for (var parameter : template.parameters()) {
            boolean hasDefault = template.defaults().containsKey(parameter.name());
            if (names.get(parameter.name()) instanceof Binding.Present present) {
                if (present.value().isNull() && parameter.required() && !hasDefault) {
                    throw refused(template, "parameter `" + parameter.name() + "` is required, and was given null");
                }
                given.put(parameter, present.value());
            }
        }
        var read = ReadParameters.of(given, Scope.of(names), frame.world()::masked);
        if (!read.isRight()) {
            throw refused(template, read.told());
        }
        read.values().forEach((name, value) -> {
            if (names.get(name) instanceof Binding.Present present) {
                names.put(name, Binding.of(value, present.nature()));
            }
        });
    }

    private static Refused refused(StepKind.Inline template, String why) {
        return new Refused(Failures.definition(ChildEnd.INVALID_INPUT, "`" + template.template() + "`: " + why));
    }
}
