package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.ReadableText;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// NO_EFFECT: keys that are accepted and change nothing where they stand. Those that a single map shows are
/// reported when it is decoded.
final class WithoutEffect implements Check {
    private static final Pattern NUMBERED = Pattern.compile("(.+)_([0-9]{1,9})");

    @Override
    public void check(Workflow workflow, Report report) {
        for (var step : report.steps()) {
            commits(step, report);
            nothingToRun(step, report);
            model(step, workflow.header().agents(), report);
        }
        name(workflow, report);
        isolation(workflow, report);
        if (workflow instanceof Workflow.MapReduce job) {
            commandTimeouts(job, report);
            items(job, report);
        }
    }

    /// A run is called by its name before anything in it has a value.
    private static void name(Workflow workflow, Report report) {
        var entry = Report.entry(report.root(), "name");
        var names = DeclaredNames.in(workflow, report.configured());
        if (entry != null && entry.value() instanceof Node.Scalar name && isFilled(name, names)) {
            report.warn(
                    ProblemCode.NO_EFFECT,
                    report.inside(name.span(), 0),
                    "the workflow's name is as written: its placeholders are not filled",
                    "A step's name may have placeholders.");
        }
    }

    private static boolean isFilled(Node.Scalar scalar, Visible names) {
        return scalar.text().contains("$")
                && ReadableText.variables(scalar.text(), TextPlace.TEXT).stream()
                        .anyMatch(path -> NameCheck.isOwned(path, names));
    }

    /// The elements of a written list are the items themselves (spec 03 §3).
    private static void items(Workflow.MapReduce job, Report report) {
        var map = Report.entry(report.root(), "map");
        var input = map != null && map.value() instanceof Node.Mapping phase ? Report.entry(phase, "input") : null;
        var written = input == null ? null : input.value();
        var items = written instanceof Node.Mapping mapping ? Report.entry(mapping, "items") : null;
        if (items != null) {
            written = items.value();
        }
        if (written instanceof Node.Sequence list) {
            var names = DeclaredNames.in(job, report.configured());
            list.items().forEach(item -> literal(item, names, report));
        }
    }

    private static void literal(Node node, Visible names, Report report) {
        switch (node) {
            case Node.Scalar scalar -> {
                if (isFilled(scalar, names)) {
                    report.warn(
                            ProblemCode.NO_EFFECT,
                            report.inside(scalar.span(), 0),
                            "a written item is the item itself: its placeholders are not filled",
                            "Use the placeholder in agent_template, or make the list with a command.");
                }
            }
            case Node.Sequence list -> list.items().forEach(each -> literal(each, names, report));
            case Node.Mapping mapping -> mapping.entries().forEach(each -> literal(each.value(), names, report));
        }
    }

    private static void commandTimeouts(Workflow.MapReduce job, Report report) {
        var timeouts = job.map().timeouts();
        if (timeouts.commands().isEmpty()) {
            return;
        }
        if (timeouts.policy() == MapTimeouts.Policy.PER_AGENT) {
            report.warn(
                    ProblemCode.NO_EFFECT,
                    report.keyOf("command_timeouts", "map", "timeout_config"),
                    "with timeout_policy: per_agent one limit holds for the whole item",
                    "Write timeout_policy: hybrid, or per_command.");
            return;
        }
        var kinds = new HashMap<String, Integer>();
        job.map().agentTemplate().forEach(step -> kinds.merge(step.kind().keyword(), 1, Integer::sum));
        for (var command : timeouts.commands().keySet()) {
            var numbered = NUMBERED.matcher(command);
            boolean meant = kinds.containsKey(command)
                    || (numbered.matches()
                            && kinds.getOrDefault(numbered.group(1), 0) > Long.parseLong(numbered.group(2)));
            if (!meant) {
                report.warn(
                        ProblemCode.NO_EFFECT,
                        report.keyOf(command, "map", "timeout_config", "command_timeouts"),
                        "no step of agent_template is meant by \"" + command + "\"",
                        "It has " + String.join(", ", new TreeSet<>(kinds.keySet()))
                                + "; NAME_0 is the first of a kind.");
            }
        }
    }

    private static void nothingToRun(Step step, Report report) {
        if (step.kind() instanceof StepKind.Shell(var command)
                && command.source().isBlank()) {
            report.warn(
                    ProblemCode.NO_EFFECT,
                    report.at(command.span()),
                    "an empty shell text does nothing and succeeds",
                    "Write what is to be run; : says that it is to be nothing.");
        }
    }

    private static void commits(Step step, Report report) {
        var commits = step.options().commits();
        var config = commits.config();
        if (config != null && !commits.auto() && config.messagePattern() == null && !config.squash()) {
            warn(step, "commit_config", "prodigy makes no commit here", "Add auto_commit: true.", report);
        }
    }

    private static void model(Step step, Map<String, AgentSpec> agents, Report report) {
        if (!(step.kind() instanceof StepKind.Agent agent) || agent.model() == null) {
            return;
        }
        var spec = agents.get(agent.agent());
        if (spec != null && spec.program().stream().noneMatch(WithoutEffect::takesModel)) {
            var message = "the command of the agent `" + agent.agent() + "` has no {model}";
            warn(step, "model", message, "Add [--model, \"{model}\"] to its command.", report);
        }
    }

    private static boolean takesModel(AgentSpec.Argument argument) {
        var texts = switch (argument) {
            case AgentSpec.Argument.One(var text) -> List.of(text);
            case AgentSpec.Argument.Group(var group) -> group;
        };
        return texts.stream().anyMatch(text -> text.source().contains("{model}"));
    }

    private static void isolation(Workflow workflow, Report report) {
        if (workflow.header().isolation() != Isolation.NONE) {
            return;
        }
        for (var name : List.of("worktree", "merge")) {
            if (Report.entry(report.root(), name) != null) {
                report.warn(
                        ProblemCode.NO_EFFECT,
                        report.keyOf(name),
                        "with isolation: none there is no worktree",
                        "Use isolation: worktree, or leave it out.");
            }
        }
    }

    private static void warn(Step step, String key, String message, String hint, Report report) {
        report.warn(ProblemCode.NO_EFFECT, report.key(step.span(), key), message, hint);
    }
}
