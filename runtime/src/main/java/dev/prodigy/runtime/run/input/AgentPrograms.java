package dev.prodigy.runtime.run.input;

import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Workflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Looks for the programs of the agents that a workflow's steps ask (spec 01 §11).
public final class AgentPrograms {
    private AgentPrograms() {}

    /// @return one line for each agent whose program is not on the path
    public static List<String> missing(Workflow workflow, Map<String, String> environment) {
        var asked = new LinkedHashSet<String>();
        for (var step : AllSteps.of(workflow)) {
            if (step.kind() instanceof StepKind.Agent agent) {
                asked.add(agent.agent());
            }
        }
        var missing = new ArrayList<String>();
        workflow.header().agents().forEach((name, agent) -> {
            var program = program(agent);
            if (asked.contains(name) && !isThere(program, environment)) {
                missing.add("the program of agent `" + name + "` is not found: " + program);
            }
        });
        return missing;
    }

    private static String program(AgentSpec agent) {
        return agent.program().isEmpty()
                ? ""
                : switch (agent.program().getFirst()) {
                    case AgentSpec.Argument.One(var text) -> text.source();
                    case AgentSpec.Argument.Group(var texts) -> texts.getFirst().source();
                };
    }

    /// A program that is named by a path, or by a variable, is looked for when it is run.
    private static boolean isThere(String program, Map<String, String> environment) {
        return program.isEmpty()
                || program.contains("/")
                || program.contains("{")
                || program.contains("$")
                || Arrays.stream(environment.getOrDefault("PATH", "").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
