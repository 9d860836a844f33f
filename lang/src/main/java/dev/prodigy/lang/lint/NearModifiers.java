package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.MisspeltModifier;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reports placeholders of ours that stay text because of a misspelt modifier (spec 01 §8.3, §14).
///
/// @param script the shell text; empty where no shell runs the text
/// @param assigned the variables that it assigns
record NearModifiers(Report report, String script, Set<String> assigned) {
    /// What stands between the operands of arithmetic.
    private static final Pattern OPERATORS = Pattern.compile("\\W+");

    /// @param filled tells of a placeholder as it is written whether it is filled
    /// @param span of the text
    void check(Template template, Predicate<String> filled, Span span, Visible names) {
        for (var each : template.misspelt()) {
            if (each instanceof MisspeltModifier modifier
                    && filled.test(modifier.source())
                    && NameCheck.isOwned(modifier.path(), names)
                    && !isOffset(modifier, names)) {
                var at = report.inside(span, modifier.offset());
                var effect =
                        script.isEmpty() ? "the text stays as it is written" : "the shell gets it as it is written";
                report.add(Problem.warning(
                                ProblemCode.UNSET_VARIABLE,
                                "`" + modifier.word() + "` is no modifier: " + effect,
                                at.span(),
                                at.path())
                        .suggesting(modifier.suggestion()));
            }
        }
        for (var part : template.parts()) {
            if (part instanceof Template.Part.Slot slot && filled.test(slot.source())) {
                var inner = slot.placeholder().text();
                if (inner != null) {
                    check(inner, _ -> true, span, names);
                }
            }
        }
    }

    /// `${c:from}` is the shell's substring where the shell knows a variable of that name, and so is `${c:from-1}`.
    private boolean isOffset(MisspeltModifier modifier, Visible names) {
        if (script.isEmpty() || modifier.piped()) {
            return false;
        }
        var operands = OPERATORS
                .splitAsStream(modifier.word())
                .filter(each -> !each.isEmpty())
                .toList();
        return operands.stream().anyMatch(operand -> Character.isDigit(operand.charAt(0)))
                || operands.stream()
                        .allMatch(operand ->
                                assigned.contains(operand) || names.find(operand) != null || isElsewhere(operand));
    }

    private boolean isElsewhere(String word) {
        return Pattern.compile("(?<![:\\w])" + Pattern.quote(word) + "\\b")
                .matcher(script)
                .find();
    }
}
