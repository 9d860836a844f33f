package dev.prodigy.cli.config;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Exit;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.workflow.ProblemJson;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.FieldsWriter;
import java.util.ArrayList;
import java.util.stream.Collectors;

/// Refuses to run workflows with a configuration that is wrong (spec 05 §4).
public final class ConfigCheck {
    private ConfigCheck() {}

    /// Prints warnings.
    ///
    /// @return the configuration
    /// @throws CommandFailure when a file cannot be read or a value is wrong
    public static Configuration usable(Invocation call) {
        var configuration = Configuration.of(call.console());
        var errors = new ArrayList<>(configuration.variableProblems());
        for (var problem : configuration.problems()) {
            if (problem.isError()) {
                errors.add(line(problem));
            } else {
                call.note("warning: " + line(problem));
            }
        }
        if (!errors.isEmpty()) {
            throw new CommandFailure(
                    Exit.USAGE,
                    "invalid_config",
                    errors.stream().collect(Collectors.joining("; ")),
                    "prodigy config validate",
                    new FieldsWriter()
                            .put("problems", ProblemJson.of(configuration.problems()))
                            .done());
        }
        return configuration;
    }

    /// @return `FILE:LINE:COLUMN: message`
    static String line(Problem problem) {
        var near = problem.suggestion() == null ? "" : "; did you mean `" + problem.suggestion() + "`?";
        return problem.span() + ": " + problem.message() + near;
    }
}
