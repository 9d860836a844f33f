package dev.prodigy.lang.load;

import dev.prodigy.lang.expr.ReadNames;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Parameter;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The names that values can be given to: those that a workflow declares, and those that it uses somewhere (spec 01
/// §12). Any other is a typing error, which would silently leave a default in place.
public final class ParameterNames {
    private static final Set<String> EXPRESSIONS =
            Set.of("when", "filter", "condition", "item_key", "sort_by", "distinct");

    private final List<String> declared;
    private final Value normalForm;
    private final List<String> templates;

    /// @param normalForm of the workflow
    public ParameterNames(Workflow workflow, Value normalForm) {
        this.declared =
                workflow.header().parameters().stream().map(Parameter::name).toList();
        this.normalForm = normalForm;
        this.templates = AllSteps.of(workflow).stream()
                .filter(step -> step.kind() instanceof StepKind.Inline)
                .map(Step::toString)
                .toList();
    }

    /// @return the declared names
    public List<String> declared() {
        return declared;
    }

    /// @return whether the workflow declares or uses the name
    public boolean isKnown(String name) {
        var quoted = Pattern.quote(name);
        var text = ReadNames.pattern(quoted);
        return declared.contains(name)
                || uses(normalForm, text, Pattern.compile("\\b" + quoted + "\\b"))
                || templates.stream().anyMatch(steps -> text.matcher(steps).find());
    }

    /// @param text how a text reads the name
    /// @param expression how an expression does
    private static boolean uses(Value value, Pattern text, Pattern expression) {
        return switch (value) {
            case Value.Text(var written) -> text.matcher(written).find();
            case Value.Items(var elements) -> elements.stream().anyMatch(each -> uses(each, text, expression));
            case Value.Fields(var members) ->
                members.entrySet().stream()
                        .anyMatch(member -> uses(
                                member.getValue(),
                                EXPRESSIONS.contains(member.getKey()) ? expression : text,
                                expression));
            case Value.Num _, Value.Bool _, Value.Null _ -> false;
        };
    }
}
