package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.policy.ErrorPolicyKeys;
import dev.prodigy.lang.decode.step.StepList;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.ErrorPolicyBlock;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A whole workflow (spec 01 §1, 03 §1): the one place where everything comes together.
public final class WorkflowShape {
    private static final Key<List<Step>> COMMANDS =
            Key.of("commands", StepList.named("commands"), "The steps.").or("steps");
    private static final Key<ErrorPolicyBlock> POLICY_WITHOUT_ITEMS = Key.of(
            "error_policy", PolicyWithoutItems.POLICY, "What a run without items does about quotas and retries.");
    private static final Key<SetupShape> SETUP = Key.of("setup", SetupShape.SETUP, "Steps before the items.");
    private static final Key<MapShape> MAP = Key.of("map", MapShape.MAP, "The items and the work on each.");
    private static final Key<PhaseSteps> REDUCE = Key.of("reduce", Phase.REDUCE, "Steps after the items.");
    private static final Key<Value> CHECKPOINT =
            Key.of("checkpoint", DataShapes.VALUE, "Accepted; every transition is durable anyway.");

    private static final KeySet STANDARD =
            HeaderKeys.KEYS.and(KeySet.of(COMMANDS, POLICY_WITHOUT_ITEMS)).elsewhere(PolicyWithoutItems.ELSEWHERE);
    private static final KeySet MAPREDUCE =
            HeaderKeys.KEYS.and(KeySet.of(SETUP, MAP, REDUCE, CHECKPOINT)).and(PolicyBlock.KEYS);

    private static final List<String> COMMANDS_OR_WORKFLOWS =
            List.of("commands", "steps", "workflows", "sub_workflows");

    private WorkflowShape() {}

    /// Reads a composed document.
    ///
    /// @param root a map; the keys of spec 01 §12 have been applied
    /// @param fileName the workflow's name when it gives none
    /// @param configured agents of the configuration files
    /// @return what there is of it; where it cannot run an error has been reported
    public static Draft read(
            Node.Mapping root, String fileName, Map<String, AgentBlock> configured, Decoding decoding) {
        var place = Place.root(decoding);
        var mode = Modes.of(root, place);
        return switch (mode.mode()) {
            case STANDARD -> standard(root, fileName, configured, mode, place);
            case MAPREDUCE -> mapReduce(root, fileName, configured, mode, place);
            case GRAPH -> {
                if (mode.isCertain()) {
                    var message = "graph workflows are not part of this version";
                    place.error(ProblemCode.WRONG_DOCUMENT, Modes.span(root), message);
                }
                yield new Draft(HeaderKeys.name(root, fileName), mode.mode(), null, false);
            }
        };
    }

    private static Draft standard(
            Node.Mapping root, String fileName, Map<String, AgentBlock> configured, Modes.Found mode, Place place) {
        var others = mode.others(root, place);
        var entries = Entries.of(root, STANDARD, Unknown.WARNING, others, place);
        var agents = HeaderKeys.prepare(entries, configured);
        var policy = entries.get(POLICY_WITHOUT_ITEMS, ErrorPolicyBlock.EMPTY).resolve(Dialect.STEP);
        var steps = entries.get(COMMANDS);
        var header = HeaderKeys.read(entries, fileName, agents, policy);
        entries.finish();
        if (!entries.has(COMMANDS)
                && header.workflows().isEmpty()
                && !HeaderKeys.givesWorkflows(entries)
                && mode.isCertain()
                && !place.decoding().lacksFile()) {
            place.error(ProblemCode.MISSING_FIELD, root.span(), "a workflow needs \"commands\"");
        }
        return Draft.of(new Workflow.Standard(header, steps == null ? List.of() : steps), true);
    }

    private static Draft mapReduce(
            Node.Mapping root, String fileName, Map<String, AgentBlock> configured, Modes.Found mode, Place place) {
        var others = mode.others(root, place);
        var entries = Entries.of(root, MAPREDUCE, Unknown.WARNING, others, place);
        var agents = HeaderKeys.prepare(entries, configured);
        if (mode.isCertain()) {
            checkCommands(root, place);
        }
        var setup = entries.get(SETUP);
        var map = place.decoding().lacksFile() ? entries.get(MAP) : entries.required(MAP);
        var reduce = entries.get(REDUCE);
        var outer = PolicyBlock.read(entries);
        var policy = map == null ? outer : map.policy().over(outer);
        policy.checkReferences();
        if (map != null) {
            map.policy().checkStops(outer);
        }
        var header = HeaderKeys.read(entries, fileName, agents, policy.block().resolve(Dialect.ITEM));
        if (entries.has(CHECKPOINT)) {
            var message = "there is nothing to tune: every transition is durable";
            entries.at(CHECKPOINT).warning(ProblemCode.NO_EFFECT, entries.keySpan(CHECKPOINT), message);
        }
        entries.finish();
        boolean isComplete = map != null && map.isComplete();
        if (map != null && isComplete) {
            map.checkIsolation(header.isolation());
        }
        if (!isComplete) {
            place.decoding().missPart();
        }
        var job = new Workflow.MapReduce(
                header,
                setup == null ? null : setup.phase(),
                setup == null ? List.of() : setup.captures(),
                map == null ? MapShape.NOTHING : map.phase(),
                reduce,
                policy.handlers());
        return Draft.of(job, isComplete);
    }

    /// What is wrong in steps that nobody runs is told beside that.
    private static void checkCommands(Node.Mapping root, Place place) {
        for (var name : KeySet.of(COMMANDS).names()) {
            var steps = root.get(name);
            if (steps != null) {
                StepList.named(name).read(steps, place.key(name));
            }
        }
    }

    /// @return the JSON Schema of workflows of one mode, which refuses the keys of the others
    public static Value.Fields schema(Workflow.Mode mode, Definitions definitions) {
        var schema = switch (mode) {
            case STANDARD -> Keyed.schema(STANDARD, Unknown.WARNING, List.of(), definitions);
            case MAPREDUCE -> Keyed.schema(MAPREDUCE, Unknown.WARNING, List.of(), definitions);
            case GRAPH -> throw new IllegalArgumentException("graph workflows have no schema in this version");
        };
        var properties = new LinkedHashMap<String, Value>();
        properties.put(HeaderKeys.MODE.name(), Schemas.of("const", Value.of(mode.word())));
        Modes.foreignKeys(mode).forEach(key -> properties.put(key, Value.of(false)));
        var own = Schemas.of("properties", new Value.Fields(properties));
        return Schemas.of("allOf", new Value.Items(List.of(schema, own, complete(mode))));
    }

    /// What a workflow needs, another file may bring.
    private static Value.Fields complete(Workflow.Mode mode) {
        var enough = new ArrayList<Value>();
        if (mode == Workflow.Mode.STANDARD) {
            COMMANDS_OR_WORKFLOWS.forEach(name -> enough.add(Schemas.required(name)));
        } else {
            var map = Schemas.property(MAP.name(), MapShape.COMPLETE, "The items and the work on each.");
            enough.add(Schemas.also(Schemas.required(MAP.name()), List.of(Schemas.of("properties", map))));
        }
        CompositionKeys.names().stream().sorted().forEach(name -> enough.add(Schemas.required(name)));
        return Schemas.anyOf(enough);
    }

    /// @param root one that {@link #read} accepted without errors
    /// @return its canonical spelling with all defaults filled in
    public static Value.Fields normal(Node.Mapping root, Workflow.Mode mode, Decoding decoding) {
        return switch (mode) {
            case STANDARD -> Keyed.normal(root, STANDARD, decoding);
            case MAPREDUCE -> Keyed.normal(root, MAPREDUCE, decoding);
            case GRAPH -> throw new IllegalArgumentException("graph workflows have no normal form in this version");
        };
    }

    /// @param normal the normal form of a workflow
    /// @return the same with the defaults of its top level, where the policies of the run and the map phase stand
    ///     as they will act
    public static Value.Fields explained(Value.Fields normal, Workflow workflow) {
        var members = new LinkedHashMap<>(normal.members());
        members.putAll(HeaderKeys.explained(normal, workflow));
        var policy = workflow.header().errorPolicy();
        var keys = switch (workflow) {
            case Workflow.Standard _ -> {
                members.put(POLICY_WITHOUT_ITEMS.name(), ErrorPolicyKeys.writtenWithoutItems(policy));
                yield STANDARD;
            }
            case Workflow.MapReduce job -> {
                members.put(PolicyBlock.KEY.name(), PolicyBlock.explained(normal.get(PolicyBlock.KEY.name()), policy));
                members.put(PolicyBlock.HALT.name(), PolicyBlock.halt(policy));
                if (normal.get(MAP.name()) instanceof Value.Fields map) {
                    members.put(MAP.name(), MapShape.explained(map, job));
                }
                yield MAPREDUCE;
            }
        };
        var ordered = new FieldsWriter();
        keys.keys().forEach(key -> ordered.put(key.name(), members.get(key.name())));
        return ordered.done();
    }

    /// @return the keys that only workflows of this mode have
    static Set<String> own(Workflow.Mode mode) {
        return switch (mode) {
            case STANDARD -> KeySet.of(COMMANDS).names();
            case MAPREDUCE ->
                KeySet.of(SETUP, MAP, REDUCE, CHECKPOINT, PolicyBlock.HALT)
                        .and(ErrorPolicyKeys.CONVENIENCE)
                        .names();
            case GRAPH -> Modes.GRAPH_KEYS;
        };
    }
}
