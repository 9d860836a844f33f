package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// UNUSED_CAPTURE: a captured value that no text reads, as `${NAME}`, `$NAME`, or by its name in an expression.
final class UnusedCaptures implements Check {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([^}]*))");

    @Override
    public void check(Workflow workflow, Report report) {
        var captures = AllSteps.of(workflow).stream()
                .filter(step -> step.options().captures().name() != null)
                .toList();
        if (captures.isEmpty()) {
            return;
        }
        var used = new Used(new HashSet<>());
        Walk.through(workflow, used);
        for (var step : captures) {
            var name = step.options().captures().name();
            if (name != null && !used.names.contains(name) && !report.isReserved(name)) {
                report.warn(
                        ProblemCode.UNUSED_CAPTURE,
                        report.value(step.span(), "capture", "capture_output", "output"),
                        "nothing uses the captured `" + name + "`",
                        "Use it as ${" + name + "}, give it out with outputs, or leave the capture out.");
            }
        }
    }

    private record Used(Set<String> names) implements TextUse {
        @Override
        public void text(Text text, Place place, Visible visible, @Nullable Step step) {
            var variables = VARIABLE.matcher(text.source());
            while (variables.find()) {
                if (variables.group(1) != null) {
                    names.add(variables.group(1));
                } else {
                    words(variables.group(2));
                }
            }
        }

        @Override
        public void expression(Expression expression, Names kind, Visible visible) {
            words(expression.source());
        }

        private void words(String source) {
            WORD.matcher(source).results().forEach(word -> names.add(word.group()));
        }
    }
}
