package dev.prodigy.lang.lint;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;
import java.util.Map;
import java.util.stream.Collectors;

/// HIDDEN_PARAMETER: an entry of the environment with the name of a parameter, whose value then reaches no
/// step. An entry that refers to its own name passes the parameter on.
final class HiddenParameters implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        var parameters = workflow.header().parameters().stream()
                .collect(Collectors.toMap(Parameter::name, parameter -> parameter, (first, _) -> first));
        if (parameters.isEmpty()) {
            return;
        }
        var environment = workflow.header().environment();
        report(environment.env(), parameters, report, "env");
        environment.profiles().forEach((name, entries) -> report(entries, parameters, report, "profiles", name));
    }

    private static void report(
            Map<String, EnvEntry> entries, Map<String, Parameter> parameters, Report report, String... where) {
        entries.forEach((name, entry) -> {
            if (parameters.containsKey(name) && !refersTo(name, entry)) {
                report.warn(
                        ProblemCode.HIDDEN_PARAMETER,
                        report.keyOf(name, where),
                        "the entry hides the parameter `" + name + "`, whose value no step will see",
                        "Choose another name, or leave the entry out: a parameter is in the environment anyway.");
            }
        });
    }

    private static boolean refersTo(String name, EnvEntry entry) {
        return entry instanceof EnvEntry.Phrase(var text, var _)
                && (text.source().contains("${" + name) || text.source().contains("$" + name));
    }
}
