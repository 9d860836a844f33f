package dev.prodigy.lang.lint;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
                add(report, circle, report.below(step.span(), "env", circle.getFirst()));
            }
        }
    }

    private static void add(Report report, List<String> circle, Report.Spot at) {
        var message = "the entries refer to each other in a circle: " + String.join(" → ", circle);
        report.add(Problem.error(ProblemCode.INVALID_VALUE, message, at.span(), at.path())
                .hinting("Let one of them do without the other; a variable of a script's own can have another name."));
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
        var reads = TextReads.of(entry);
        for (var other : entries.keySet()) {
            var found = !other.equals(name) && reads.names(other) ? walk(other, entries, open, done) : null;
            if (found != null) {
                return found;
            }
        }
        open.removeLast();
        return null;
    }
}
