package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.MisspeltCall;
import dev.prodigy.lang.expr.Placeholder;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.List;
import java.util.function.Predicate;

/// Reports calls of our functions in placeholders that are wrong or misspelt (spec 01 §10).
record WrongCalls(Report report) {

    /// @param filled tells of a placeholder as it is written whether it is filled
    /// @param span of the text
    void check(Template template, TextPlace place, Predicate<String> filled, Span span, Visible names) {
        for (var part : template.parts()) {
            if (part instanceof Template.Part.Slot slot && filled.test(slot.source())) {
                placeholder(slot, place, span, names);
            }
        }
        for (var each : template.misspelt()) {
            if (each instanceof MisspeltCall call && filled.test(call.source())) {
                misspelt(call, place, span, names);
            }
        }
    }

    /// @return whether a placeholder is a wrong call of one of our functions, and not someone else's
    static boolean isIn(Placeholder placeholder, Visible names) {
        return placeholder.problem() != null && isMeant(placeholder.variables(), names);
    }

    /// @param part of the text that is meant
    void broken(ExpressionSyntax problem, String part, Report.Spot at) {
        report.add(Problem.error(problem.code(), problem.getMessage() + " (in " + part + ")", at.span(), at.path())
                .suggesting(problem.suggestion()));
    }

    private void placeholder(Template.Part.Slot slot, TextPlace place, Span span, Visible names) {
        var placeholder = slot.placeholder();
        var problem = placeholder.problem();
        if (problem != null && isIn(placeholder, names)) {
            broken(problem, "`" + slot.source() + "`", report.inside(span, slot.offset()));
        }
        var inner = placeholder.text();
        if (inner != null) {
            check(inner, place, _ -> true, span, names);
        }
    }

    /// What only resembles a call of ours may be meant for those who will read the file or the prompt, unless all that
    /// it reads is ours: then it is an expression, and wrong. To a shell it is a bad substitution in any case.
    private void misspelt(MisspeltCall call, TextPlace place, Span span, Visible names) {
        if (!isMeant(call.mentioned(), names)) {
            return;
        }
        var problem = call.problem();
        var at = report.inside(span, call.offset());
        if (place != TextPlace.SHELL && call.mentioned().stream().allMatch(path -> NameCheck.isOwned(path, names))) {
            broken(problem, "`" + call.source() + "`", at);
            return;
        }
        var effect =
                place == TextPlace.SHELL ? "the shell gets it as it is written" : "the text stays as it is written";
        report.add(
                Problem.warning(ProblemCode.UNSET_VARIABLE, problem.getMessage() + ": " + effect, at.span(), at.path())
                        .suggesting(problem.suggestion()));
    }

    private static boolean isMeant(List<Path> mentioned, Visible names) {
        return mentioned.isEmpty() || mentioned.stream().anyMatch(path -> NameCheck.isOwned(path, names));
    }
}
