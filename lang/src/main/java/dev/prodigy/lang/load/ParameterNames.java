package dev.prodigy.lang.load;

import dev.prodigy.lang.expr.ReadNames;
import dev.prodigy.lang.lint.TextReads;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The names that values can be given to: those that a workflow declares, and those that it uses somewhere (spec 01
/// §12). Any other is a typing error, which would silently leave a default in place.
public final class ParameterNames {
    private static final Set<String> CONDITIONS = Set.of("when", "condition");
    private static final Set<String> FIELDS = Set.of("filter", "item_key", "sort_by", "distinct");
    private static final Set<String> SHELL_TEXTS = Set.of("shell", "command");

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
        var text = ReadNames.pattern(Pattern.quote(name)).asPredicate();
        return declared.contains(name)
                || new Readers(name, text).read(normalForm, text)
                || templates.stream().anyMatch(text);
    }

    /// What tells whether a text reads a name, by the key that it stands at.
    ///
    /// @param text any other one
    /// @param condition an expression over variables, in which a bare word is one
    /// @param fields an expression over an item, in which only a placeholder is one
    /// @param shell a shell text
    private record Readers(
            Predicate<String> text, Predicate<String> condition, Predicate<String> fields, Predicate<String> shell) {
        Readers(String name, Predicate<String> text) {
            var quoted = Pattern.quote(name);
            this(
                    text,
                    Pattern.compile("\\b" + quoted + "\\b").asPredicate(),
                    Pattern.compile("\\$(\\{[^}]*\\b)?" + quoted + "\\b").asPredicate(),
                    source -> TextReads.ofShell(source).reads(name));
        }

        boolean read(Value value, Predicate<String> reader) {
            return switch (value) {
                case Value.Text(var written) -> reader.test(written);
                case Value.Items(var elements) -> elements.stream().anyMatch(each -> read(each, reader));
                case Value.Fields(var members) ->
                    members.entrySet().stream().anyMatch(member -> read(member.getValue(), at(member.getKey())));
                case Value.Num _, Value.Bool _, Value.Null _ -> false;
            };
        }

        private Predicate<String> at(String key) {
            if (CONDITIONS.contains(key)) {
                return condition;
            }
            if (FIELDS.contains(key)) {
                return fields;
            }
            return SHELL_TEXTS.contains(key) ? shell : text;
        }
    }
}
