package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.step.ReactionKeys;
import dev.prodigy.lang.decode.step.RetryOptionKeys;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.lang.yaml.StepPaths;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A workflow's normal form for people: what its policies and handlers leave to other levels, to other blocks and to
/// the defaults stands where it acts (spec 05 §2.3). It is made from the decoded workflow, so that it cannot say
/// anything else.
///
/// The normal form itself keeps open what is not written, because a run is resumed from it.
final class ExplainedForm {
    private final Map<String, Step> steps;

    private ExplainedForm(Workflow workflow) {
        this.steps = AllSteps.of(workflow).stream()
                .collect(Collectors.toMap(Step::path, Function.identity(), (one, _) -> one));
    }

    /// @param normal of the same workflow
    static Value.Fields of(Value.Fields normal, Workflow workflow) {
        var form = new ExplainedForm(workflow);
        return WorkflowShape.explained(form.fields(NodePath.ROOT, normal), workflow);
    }

    private Value explained(NodePath at, Value value) {
        return switch (value) {
            case Value.Fields fields -> {
                var inside = fields(at, fields);
                var step = steps.get(StepPaths.of(at).toString());
                yield step == null ? inside : explained(inside, step);
            }
            case Value.Items(List<Value> values) ->
                new Value.Items(IntStream.range(0, values.size())
                        .mapToObj(i -> explained(at.index(i), values.get(i)))
                        .toList());
            case Value.Text _, Value.Num _, Value.Bool _, Value.Null _ -> value;
        };
    }

    private static Value.Fields explained(Value.Fields normal, Step step) {
        var policies = RetryOptionKeys.explained(normal, step.options().resilience());
        return ReactionKeys.explained(policies, step.reactions());
    }

    private Value.Fields fields(NodePath at, Value.Fields fields) {
        var members = new LinkedHashMap<String, Value>();
        fields.members().forEach((name, value) -> members.put(name, explained(at.key(name), value)));
        return new Value.Fields(members);
    }
}
