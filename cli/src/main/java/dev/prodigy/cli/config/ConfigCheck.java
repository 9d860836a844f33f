package dev.prodigy.cli.config;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.workflow.ProblemJson;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Refuses to run workflows with a configuration that is wrong (spec 05 §4).
public final class ConfigCheck {
    private ConfigCheck() {}

    /// Prints warnings.
    ///
    /// @param directory in which the run was, or will be, started
    /// @return the configuration
    /// @throws CommandFailure when a file cannot be read or a value is wrong
    public static Configuration usable(Invocation call, Path directory) {
        var configuration = Configuration.of(call.console(), directory);
        var variables = configuration.variableProblems();
        var errors =
                new ArrayList<>(variables.stream().map(VariableProblem::message).toList());
        for (var problem : configuration.problems()) {
            if (problem.isError()) {
                errors.add(line(problem));
            } else {
                call.note("warning: " + line(problem));
            }
        }
        if (!errors.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "invalid_config",
                    errors.stream().collect(Collectors.joining("; ")),
                    call.again("config validate"),
                    new FieldsWriter()
                            .put("problems", new Value.Items(all(variables, configuration.problems())))
                            .done());
        }
        return configuration;
    }

    private static List<Value> all(List<VariableProblem> variables, List<Problem> problems) {
        var all = new ArrayList<Value>(ProblemJson.of(problems).values());
        variables.forEach(each -> all.add(each.toFields()));
        return all;
    }

    /// @return `FILE:LINE:COLUMN: message`
    static String line(Problem problem) {
        var near = problem.suggestion() == null ? "" : "; did you mean `" + problem.suggestion() + "`?";
        return problem.span() + ": " + problem.message() + near;
    }
}
