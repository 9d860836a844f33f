package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Interpreters;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.StepRetry;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.env.EnvironmentKeys;
import dev.prodigy.lang.decode.step.RetryOptionKeys;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.policy.ErrorPolicy;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.MergePhase;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.model.workflow.WorktreeOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The top-level keys of every mode (spec 01 §1).
final class HeaderKeys {
    static final Key<String> MODE = Key.of(
            "mode", Words.of("mode", List.of("standard", "mapreduce", "graph"), word -> word), "The kind of workflow.");
    static final Words<Isolation> ISOLATIONS = Words.of("isolation", Isolation.class);
    static final Key<Isolation> ISOLATION = Key.of("isolation", ISOLATIONS, "worktree in a git repository, else none.");

    private static final Key<String> NAME =
            Key.of("name", Texts.STRING, "The workflow's name; by default the file's without extension.");
    private static final Key<String> VERSION = Key.of("version", Texts.STRING, "A label for people.");
    private static final Key<String> DESCRIPTION = Key.of("description", Texts.STRING, "A note for people.");
    private static final Key<List<Parameter>> PARAMETERS =
            Key.of("parameters", ParametersShape.PARAMETERS, "Values that a run is given.");
    private static final Key<SequencedMap<String, Data>> DEFAULTS =
            Key.of("defaults", Maps.of("a map of values", DataShapes.DATA), "Values of last resort.");
    private static final Key<SequencedMap<String, AgentBlock>> AGENTS =
            Key.of("agents", AgentShape.AGENTS, "Agents, whose names are step kinds.");
    private static final Key<String> INTERPRETER =
            Key.of("interpreter", Interpreters.INTERPRETER, "The shell that runs shell texts.");
    private static final Key<Setting<Duration>> TIMEOUT = Key.of(
                    "timeout", Settings.ofRun(Durations.SECONDS), "The run's own deadline.")
            .or("timeout_ms", Settings.ofRun(Durations.POSITIVE_MS));
    private static final Key<SequencedMap<String, Text>> OUTPUTS =
            Key.of("outputs", Maps.of("a map of texts", Texts.TEXT), "Texts evaluated when the run ends.");
    private static final Key<List<SubWorkflowEntry>> WORKFLOWS =
            Key.of("workflows", SubWorkflowsShape.WORKFLOWS, "Other workflows.").or("sub_workflows");
    private static final Key<WorktreeOptions> WORKTREE =
            Key.of("worktree", WorktreeShape.WORKTREE, "How worktrees are made.");
    private static final Key<MergePhase> MERGE =
            Key.of("merge", MergeShape.MERGE, "How the run's commits reach the user's branch.");

    static final KeySet KEYS = KeySet.of(NAME, MODE, VERSION, DESCRIPTION)
            .and(EnvironmentKeys.KEYS)
            .and(CompositionKeys.KEYS)
            .and(KeySet.of(
                    PARAMETERS,
                    DEFAULTS,
                    WORKFLOWS,
                    AGENTS,
                    INTERPRETER,
                    TIMEOUT,
                    OUTPUTS,
                    RetryOptionKeys.RETRY_DEFAULTS,
                    ISOLATION,
                    WORKTREE,
                    MERGE));

    private HeaderKeys() {}

    /// @return the name of a workflow of which nothing else is read
    static String name(Node.Mapping root, String fileName) {
        return root.get(NAME.name()) instanceof Node.Scalar name && !name.isNull() ? name.text() : fileName;
    }

    /// Reads what the steps depend on: the agents, whose names are kinds, the retry defaults, and the workflows that
    /// steps can name.
    ///
    /// @param configured agents of the configuration files
    static Map<String, AgentSpec> prepare(Entries entries, Map<String, AgentBlock> configured) {
        var blocks = new LinkedHashMap<String, AgentBlock>();
        blocks.put(BuiltInAgents.CLAUDE, BuiltInAgents.CLAUDE_BLOCK);
        configured.forEach((name, block) -> blocks.merge(name, block, (lower, own) -> own.over(lower)));
        var own = entries.get(AGENTS);
        if (own != null) {
            own.forEach((name, block) -> blocks.merge(name, block, (lower, upper) -> upper.over(lower)));
        }
        var agents = new LinkedHashMap<String, AgentSpec>();
        blocks.forEach((name, block) -> {
            var spec = block.resolve();
            entries.place().decoding().addAgent(name);
            if (spec != null) {
                agents.put(name, spec);
            } else {
                reportMissingCommand(name, entries);
            }
        });
        var defaults = entries.get(RetryOptionKeys.RETRY_DEFAULTS, StepRetry.NONE);
        entries.place().decoding().retryDefaults(defaults);
        entries.place().decoding().declareEntries(entries.get(WORKFLOWS, List.of()));
        return Collections.unmodifiableMap(agents);
    }

    private static void reportMissingCommand(String name, Entries entries) {
        if (!(entries.written(AGENTS) instanceof Node.Mapping agents)) {
            return;
        }
        for (var entry : agents.entries()) {
            boolean bare = entry.value() instanceof Node.Mapping agent && agent.get("command") == null;
            if (entry.key().equals(name) && bare) {
                var message = "the agent \"" + name + "\" needs a \"command\"";
                entries.at(AGENTS).key(name).error(ProblemCode.MISSING_FIELD, entry.keySpan(), message);
            }
        }
    }

    /// A value of last resort for a parameter that is a text keeps its spelling.
    private static Map<String, Data> defaults(Entries entries, List<Parameter> parameters) {
        var read = entries.get(DEFAULTS);
        var defaults = read == null ? new LinkedHashMap<String, Data>() : new LinkedHashMap<>(read);
        for (var parameter : parameters) {
            boolean text = parameter.type() == Parameter.Type.STRING;
            if (text && defaults.get(parameter.name()) instanceof Data.Constant(var _, String spelling)) {
                defaults.put(parameter.name(), new Data.Constant(Value.of(spelling)));
            }
        }
        return defaults;
    }

    /// The entries, once it is known which of them steps name. Of the others the names give results (`${NAME.…}`).
    private static List<SubWorkflowEntry> subWorkflows(Entries entries) {
        var decoding = entries.place().decoding();
        for (var entry : decoding.entries()) {
            if (!entry.isCalled() && decoding.stepIds().contains(entry.name())) {
                var message = "\"" + entry.name() + "\" is also the id of a step, which does not run this workflow";
                entries.at(WORKFLOWS)
                        .key(entry.name())
                        .error(ProblemCode.DUPLICATE_ID, entry.step().span(), message);
            }
        }
        return decoding.entries();
    }

    /// @param normal the normal form of a workflow
    /// @return the keys that have a value whether it is written or not; without worktrees there is nothing to
    ///     say of them
    static Map<String, Value> explained(Value.Fields normal, Workflow workflow) {
        var header = workflow.header();
        var members = new LinkedHashMap<String, Value>();
        members.put(NAME.name(), Value.of(header.name()));
        members.put(MODE.name(), Value.of(workflow.mode().word()));
        if (header.isolation() != Isolation.NONE) {
            members.put(WORKTREE.name(), WorktreeShape.explained(normal.get(WORKTREE.name())));
        }
        return members;
    }

    /// @return whether sub-workflows are written, be they right or not
    static boolean givesWorkflows(Entries entries) {
        return switch (entries.written(WORKFLOWS)) {
            case Node.Mapping map -> !map.entries().isEmpty();
            case Node.Sequence list -> !list.items().isEmpty();
            case Node.Scalar _ -> true;
            case null -> false;
        };
    }

    /// Reads the rest; the steps of the mode must have been read before.
    static Header read(Entries entries, String fileName, Map<String, AgentSpec> agents, ErrorPolicy policy) {
        var outputs = entries.get(OUTPUTS);
        var parameters = entries.get(PARAMETERS, List.of());
        return new Header(
                entries.get(NAME, fileName),
                entries.get(DESCRIPTION),
                EnvironmentKeys.environment(entries),
                parameters,
                defaults(entries, parameters),
                agents,
                entries.get(INTERPRETER),
                entries.get(TIMEOUT),
                outputs == null ? Map.of() : outputs,
                subWorkflows(entries),
                entries.get(ISOLATION),
                entries.get(WORKTREE, WorktreeOptions.DEFAULT),
                entries.get(MERGE, MergeShape.PLAIN),
                policy);
    }
}
