package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.DefaultOrder;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.workflow.Workflow;
import java.util.LinkedHashMap;

/// Defaults that refer to each other in a circle: none of them ever has a value (spec 01 §8.4, §12).
final class DefaultCycles implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        var defaults = new LinkedHashMap<>(workflow.header().defaults());
        for (var parameter : workflow.header().parameters()) {
            if (parameter.defaultValue() != null) {
                defaults.put(parameter.name(), Data.of(parameter.defaultValue(), parameter.span()));
            }
        }
        // An entry of env hides what it is named like.
        workflow.header().environment().env().keySet().forEach(defaults::remove);
        for (var circle : new DefaultOrder(defaults).circles()) {
            var first = circle.getFirst();
            var at = workflow.header().defaults().containsKey(first)
                    ? report.keyOf(first, "defaults")
                    : declared(workflow, first, report);
            var message = "the defaults refer to each other in a circle: " + String.join(" → ", circle);
            report.add(Problem.error(ProblemCode.INVALID_VALUE, message, at.span(), at.path()));
        }
    }

    /// A name that is a value has a place of its own in the document, one that is a key is found in its map.
    private static Report.Spot declared(Workflow workflow, String name, Report report) {
        for (var parameter : workflow.header().parameters()) {
            if (parameter.name().equals(name)) {
                var at = report.at(parameter.span());
                return at.path().isEmpty()
                        ? new Report.Spot(
                                at.span(),
                                report.keyOf(name, "parameters", "definitions").path())
                        : at;
            }
        }
        return report.keyOf("parameters");
    }
}
