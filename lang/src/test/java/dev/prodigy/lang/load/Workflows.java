package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.Workflow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Loads workflows from texts.
final class Workflows {
    static final String FILE = "f.yml";

    /// Other workflows, which texts may name without bringing them along.
    private static final Set<String> OTHERS = Set.of("w.yml", "v.yml", "lib/w.yml", "other.yml");
    private static final String OTHER = "parameters: {a: {default: 1}}\ncommands: 'echo ${a} ${x}'";

    private Workflows() {}

    static Loaded load(String yaml) {
        return load(Map.of(FILE, yaml));
    }

    static Loaded load(Map<String, String> files) {
        return WorkflowLoader.load(FILE, in(files), LoadOptions.DEFAULT);
    }

    static SourceFiles in(Map<String, String> files) {
        return path -> {
            var text = files.getOrDefault(path, OTHERS.contains(path) ? OTHER : null);
            return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
        };
    }

    static List<Problem> problems(String yaml) {
        return load(yaml).problems();
    }

    static Workflow workflow(String yaml) {
        var loaded = load(yaml);
        assertThat(loaded.problems().stream().filter(Problem::isError)).as(yaml).isEmpty();
        return Objects.requireNonNull(loaded.workflow());
    }

    static List<Step> commands(String yaml) {
        return ((Workflow.Standard) workflow(yaml)).commands();
    }

    /// The only step of a workflow whose step is this text.
    static Step step(String yaml) {
        return commands("- " + yaml.strip().indent(2).strip()).getFirst();
    }

    static Workflow.MapReduce mapReduce(String yaml) {
        return (Workflow.MapReduce) workflow(yaml);
    }

    static String shown(Problem problem) {
        return problem.code() + " " + problem.span().line() + ":"
                + problem.span().column() + " " + problem.path()
                + (problem.suggestion() == null ? "" : " -> " + problem.suggestion());
    }
}
