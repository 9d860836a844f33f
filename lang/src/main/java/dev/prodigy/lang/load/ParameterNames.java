package dev.prodigy.lang.load;

import dev.prodigy.lang.expr.ReadNames;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.model.workflow.Parameter;
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

    /// @param normalForm of the same workflow
    public ParameterNames(Header header, Value normalForm) {
        this.declared = header.parameters().stream().map(Parameter::name).toList();
        this.normalForm = normalForm;
    }

    /// @return the declared names
    public List<String> declared() {
        return declared;
    }

    /// @return whether the workflow declares or uses the name
    public boolean isKnown(String name) {
        var quoted = Pattern.quote(name);
        return declared.contains(name)
                || uses(normalForm, ReadNames.pattern(quoted), Pattern.compile("\\b" + quoted + "\\b"));
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
