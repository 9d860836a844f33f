package dev.prodigy.cli.logs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.WorkflowLoader;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalDamaged;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a word on the command line says of steps: a path such as `commands[0]`, or the id that their author gave them.
final class StepArgument {
    private static final String RECORD = "workflow.json";

    private final RunRef run;
    private final LoadOptions options;

    /// @param options by which the run's workflow is read
    StepArgument(RunRef run, LoadOptions options) {
        this.run = run;
        this.options = options;
    }

    /// @param folder of the run's journal, where its workflow is kept
    /// @param logged the paths of the steps that have logs; the workflow may have had them once
    /// @return the paths of the steps; where the workflow cannot be read the word is taken for a path
    /// @throws CommandFailure when the workflow has no such step
    Set<String> paths(Path folder, Set<String> logged, String word) {
        var steps = steps(folder);
        var found = steps.stream()
                .filter(step -> word.equals(step.path()) || word.equals(step.id()))
                .map(Step::path)
                .collect(Collectors.toSet());
        if (found.isEmpty() && !steps.isEmpty() && !logged.contains(word)) {
            throw unknown(word, steps);
        }
        return found.isEmpty() ? Set.of(word) : found;
    }

    private CommandFailure unknown(String word, List<Step> steps) {
        var known = steps.stream()
                .flatMap(step -> Stream.of(step.path(), step.id()))
                .filter(Objects::nonNull)
                .toList();
        var near = Nearest.to(word, known);
        return new CommandFailure(
                ExitCode.USAGE,
                "step_not_found",
                "the workflow of " + run.run() + " has no step `" + word + "`"
                        + (near == null ? "" : "; did you mean `" + near + "`?"),
                "Name a step by its id or its path, such as " + steps.getFirst().path() + ".");
    }

    private List<Step> steps(Path folder) {
        try {
            var text = Json.write(WorkflowRecord.read(folder).composed()).getBytes(UTF_8);
            var loaded = WorkflowLoader.load(RECORD, file -> file.equals(RECORD) ? text : null, options);
            return loaded.workflow() == null ? List.of() : AllSteps.of(loaded.workflow());
        } catch (JournalDamaged e) {
            return List.of();
        }
    }
}
