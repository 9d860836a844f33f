package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Looks up the names in every text: UNDEFINED_REFERENCE, UNSET_VARIABLE, wrong calls in placeholders, and what is
/// doubtful in shell texts (spec 01 §7, §14).
record NameCheck(References references, ShellChecks shell, WrongCalls calls, Report report) implements TextUse {

    /// @param complete whether every step could be read
    static NameCheck of(Workflow workflow, boolean complete, Report report) {
        var ids = report.steps().stream().map(Step::id).filter(Objects::nonNull).collect(Collectors.toSet());
        var kinds = new HashSet<>(workflow.header().agents().keySet());
        kinds.addAll(Set.of("shell", "write_file", "last"));
        return new NameCheck(
                new References(ids, kinds, complete, report),
                new ShellChecks(workflow, report),
                new WrongCalls(report),
                report);
    }

    @Override
    public void text(Text text, TextPlace place, Visible names, @Nullable Step step) {
        var seen = place == TextPlace.SHELL ? shell.check(text, names, step) : ShellChecks.Seen.EVERYTHING;
        if (text.source().indexOf('$') < 0) {
            return;
        }
        Template template;
        try {
            template = Template.parse(text.source(), place);
        } catch (ExpressionSyntax tooDeep) {
            calls.broken(tooDeep, "character " + (tooDeep.offset() + 1), report.inside(text.span(), tooDeep.offset()));
            return;
        }
        Predicate<String> filled =
                place == TextPlace.SHELL ? source -> seen.filled().contains(body(source)) : _ -> true;
        for (var part : template.parts()) {
            if (part instanceof Template.Part.Slot slot && filled.test(slot.source())) {
                placeholder(slot, text.span(), names, seen.assigned());
            }
        }
        calls.check(template, place, filled, text.span(), names);
        new NearModifiers(report, place == TextPlace.SHELL ? text.source() : "", seen.assigned())
                .check(template, filled, text.span(), names);
    }

    /// In shell text every placeholder has braces.
    private static String body(String source) {
        return source.substring(2, source.length() - 1);
    }

    private void placeholder(Template.Part.Slot slot, Span span, Visible names, Set<String> own) {
        var placeholder = slot.placeholder();
        if (WrongCalls.isIn(placeholder, names)) {
            return;
        }
        boolean byDefault = placeholder.hasDefault();
        for (var path : placeholder.variables()) {
            if (!own.contains(path.first())) {
                references.check(path, names, byDefault, () -> report.inside(span, slot.offset()));
            }
        }
    }

    @Override
    public void expression(Expression expression, BareNames kind, Visible names) {
        var source = expression.source();
        for (var path : CompiledExpression.parse(source, kind).variables()) {
            if (kind == BareNames.FIELDS && names.find(path.first()) == null) {
                // What is no variable there is a field of the item, which nobody knows yet.
                continue;
            }
            references.check(
                    path,
                    names,
                    true,
                    () -> report.inside(expression.span(), Math.max(0, source.indexOf(path.toString()))));
        }
    }

    /// @return whether the name at the head of a path is ours
    static boolean isOwned(Path path, Visible names) {
        var known = names.find(path.first());
        return known != null && (known.plain() || References.isDotted(path));
    }
}
