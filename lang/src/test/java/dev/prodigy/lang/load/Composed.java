package dev.prodigy.lang.load;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Workflows made of several files, and what they come to.
final class Composed {
    private Composed() {}

    static Loaded load(String main, String... others) {
        var files = new HashMap<String, String>();
        files.put("f.yml", main);
        for (int i = 0; i < others.length; i += 2) {
            files.put(others[i], others[i + 1]);
        }
        return load(files);
    }

    static Loaded load(Map<String, String> files) {
        return load(files, "f.yml");
    }

    static Loaded load(Map<String, String> files, String main) {
        return WorkflowLoader.load(main, Workflows.in(files), LoadOptions.DEFAULT);
    }

    static Header header(Loaded loaded) {
        return Objects.requireNonNull(loaded.workflow(), () -> loaded.problems().toString())
                .header();
    }

    static List<Step> steps(Loaded loaded) {
        return ((Workflow.Standard) Objects.requireNonNull(
                        loaded.workflow(), () -> loaded.problems().toString()))
                .commands();
    }

    static List<String> commands(Loaded loaded) {
        return steps(loaded).stream().map(Composed::text).toList();
    }

    static String text(Step step) {
        return switch (step.kind()) {
            case StepKind.Shell(var command) -> command.source();
            case StepKind.Agent agent -> agent.prompt().source();
            case StepKind.Foreach _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Inline _,
                    StepKind.Removed _ -> step.kind().keyword();
        };
    }

    static String env(Header header, String name) {
        return ((EnvEntry.Phrase)
                        Objects.requireNonNull(header.environment().env().get(name)))
                .text()
                .source();
    }
}
