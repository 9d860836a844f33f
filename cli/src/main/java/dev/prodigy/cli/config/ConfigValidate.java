package dev.prodigy.cli.config;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.workflow.ProblemJson;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.FieldsWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `prodigy config validate`: checks the configuration; unknown keys are errors here.
public final class ConfigValidate implements Command {
    /// Checks the configuration.
    public ConfigValidate() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "Checks FILE, or both files and the variables of the environment.",
                List.of(Argument.optional("FILE")),
                List.of());
    }

    @Override
    public int run(Invocation call) {
        var name = call.arguments().word(0);
        var problems = (name == null ? Configuration.of(call.console()).problems() : of(call, name))
                .stream().map(Problem::asError).toList();
        var variables = name == null ? Configuration.of(call.console()).variableProblems() : List.<VariableProblem>of();
        boolean valid = problems.isEmpty() && variables.isEmpty();
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("valid", valid)
                    .put("errors", problems.size() + variables.size())
                    .put("problems", ProblemJson.of(problems))
                    .put(
                            "variables",
                            variables.stream().map(VariableProblem::message).toList())
                    .done());
        } else {
            problems.forEach(problem -> call.line(ConfigCheck.line(problem)));
            variables.forEach(each -> call.line(each.message()));
            if (valid) {
                call.line("ok");
            }
        }
        return valid ? ExitCode.OK : ExitCode.USAGE;
    }

    private static List<Problem> of(Invocation call, String name) {
        var file = call.console().directory().resolve(Path.of(name));
        if (!Files.exists(file)) {
            throw new CommandFailure(ExitCode.USAGE, "file_not_found", "there is no file " + name, null);
        }
        return ConfigFile.read(file, ConfigSource.PROJECT).problems();
    }
}
