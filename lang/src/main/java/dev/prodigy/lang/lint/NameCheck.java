package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.MisspeltCall;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Looks up the names in every text: UNDEFINED_REFERENCE, UNSET_VARIABLE, wrong and misspelt calls in placeholders,
/// and what is doubtful in shell texts (spec 01 §7, §14).
record NameCheck(References references, ShellChecks shell, Report report) implements TextUse {

    /// @param complete whether every step could be read
    static NameCheck of(Workflow workflow, boolean complete, Report report) {
        var ids = report.steps().stream().map(Step::id).filter(Objects::nonNull).collect(Collectors.toSet());
        var kinds = new HashSet<>(workflow.header().agents().keySet());
        kinds.addAll(Set.of("shell", "write_file", "last"));
        return new NameCheck(new References(ids, kinds, complete, report), new ShellChecks(workflow, report), report);
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
            broken(tooDeep, "character " + (tooDeep.offset() + 1), report.inside(text.span(), tooDeep.offset()));
            return;
        }
        for (var part : template.parts()) {
            if (part instanceof Template.Part.Slot slot
                    && (place != TextPlace.SHELL || seen.filled().contains(body(slot)))) {
                placeholder(slot, text.span(), names, seen.assigned());
            }
        }
        for (var call : template.misspelt()) {
            if (place != TextPlace.SHELL) {
                misspelt(call, "the text stays as it is written", text.span(), names);
            } else if (seen.filled().contains(call.body())) {
                misspelt(call, "the shell gets it as it is written", text.span(), names);
            }
        }
    }

    /// No error: a file that is written, or a prompt, may well contain what others will read.
    ///
    /// @param effect of the mistake
    private void misspelt(MisspeltCall call, String effect, Span span, Visible names) {
        if (call.mentioned().stream().anyMatch(path -> isOwned(path, names))) {
            var at = report.inside(span, call.offset());
            report.add(Problem.warning(
                            ProblemCode.UNSET_VARIABLE,
                            call.problem().getMessage() + ": " + effect,
                            at.span(),
                            at.path())
                    .suggesting(call.problem().suggestion()));
        }
    }

    /// In shell text every placeholder has braces.
    private static String body(Template.Part.Slot slot) {
        return slot.source().substring(2, slot.source().length() - 1);
    }

    private void placeholder(Template.Part.Slot slot, Span span, Visible names, Set<String> own) {
        var placeholder = slot.placeholder();
        var problem = placeholder.problem();
        if (problem != null && placeholder.variables().stream().anyMatch(path -> isOwned(path, names))) {
            broken(problem, "`" + slot.source() + "`", report.inside(span, slot.offset()));
            return;
        }
        boolean byDefault = placeholder.hasDefault();
        for (var path : placeholder.variables()) {
            if (!own.contains(path.first())) {
                references.check(path, names, byDefault, () -> report.inside(span, slot.offset()));
            }
        }
    }

    /// @param part of the text that is meant
    private void broken(ExpressionSyntax problem, String part, Report.Spot at) {
        report.add(Problem.error(problem.code(), problem.getMessage() + " (in " + part + ")", at.span(), at.path())
                .suggesting(problem.suggestion()));
    }

    @Override
    public void expression(Expression expression, BareNames kind, Visible names) {
        if (kind == BareNames.FIELDS) {
            // What is no variable there is a field of the item, which nobody knows yet.
            return;
        }
        var source = expression.source();
        for (var path : CompiledExpression.parse(source, kind).variables()) {
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
