package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Placeholder;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Entries of an environment that refer to each other in a circle (spec 01 §13). An entry that refers to its own name
/// means what the name is below it.
final class EnvCycles implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        var environment = workflow.header().environment();
        for (var circle : circles(environment.env())) {
            add(report, circle, report.keyOf(circle.getFirst(), "env"));
        }
        environment.profiles().forEach((name, entries) -> {
            var all = new LinkedHashMap<>(environment.env());
            all.putAll(entries);
            for (var circle : circles(all)) {
                circle.stream()
                        .filter(entries::containsKey)
                        .findFirst()
                        .ifPresent(first -> add(report, circle, report.keyOf(first, "profiles", name)));
            }
        });
        workflow.header().agents().forEach((name, agent) -> {
            for (var circle : circles(agent.env())) {
                add(report, circle, report.keyOf(circle.getFirst(), "agents", name, "env"));
            }
        });
        for (var step : report.steps()) {
            for (var circle : circles(step.options().surroundings().env())) {
                add(report, circle, report.key(step.span(), "env"));
            }
        }
    }

    private static void add(Report report, List<String> circle, Report.Spot at) {
        var message = "the entries refer to each other in a circle: " + String.join(" → ", circle);
        report.add(Problem.error(ProblemCode.INVALID_VALUE, message, at.span(), at.path())
                .suggesting(
                        "Let one of them do without the other; a variable of a script's own can have another name."));
    }

    /// @return the names of each circle, the first one again at its end
    private static List<List<String>> circles(Map<String, EnvEntry> entries) {
        var done = new HashSet<String>();
        var circles = new ArrayList<List<String>>();
        for (var name : entries.keySet()) {
            var found = walk(name, entries, new ArrayList<>(), done);
            if (found != null) {
                circles.add(found);
            }
        }
        return circles;
    }

    private static @Nullable List<String> walk(
            String name, Map<String, EnvEntry> entries, List<String> open, Set<String> done) {
        int before = open.indexOf(name);
        if (before >= 0) {
            var circle = new ArrayList<>(open.subList(before, open.size()));
            circle.add(name);
            return circle;
        }
        var entry = entries.get(name);
        if (entry == null || !done.add(name)) {
            return null;
        }
        open.addLast(name);
        var reads = reads(entry);
        for (var other : entries.keySet()) {
            var found = !other.equals(name) && reads.names(other) ? walk(other, entries, open, done) : null;
            if (found != null) {
                return found;
            }
        }
        open.removeLast();
        return null;
    }

    private static TextReads reads(EnvEntry entry) {
        return switch (entry) {
            case EnvEntry.Phrase(var text, var _) -> TextReads.of(placeholders(text));
            case EnvEntry.Printed(var command, var _, var _) -> TextReads.ofShell(command.source());
            case EnvEntry.Chosen(var condition, var whenTrue, var whenFalse, var _) ->
                TextReads.of(Stream.of(placeholders(whenTrue), placeholders(whenFalse))
                                .flatMap(List::stream)
                                .toList())
                        .and(CompiledExpression.parse(condition.source(), BareNames.VARIABLES)
                                .variables());
            case EnvEntry.Unset _ -> TextReads.of(List.of());
        };
    }

    private static List<Placeholder> placeholders(Text text) {
        try {
            return Template.parse(text.source(), TextPlace.ENVIRONMENT).placeholders();
        } catch (ExpressionSyntax tooDeep) {
            return List.of();
        }
    }
}
