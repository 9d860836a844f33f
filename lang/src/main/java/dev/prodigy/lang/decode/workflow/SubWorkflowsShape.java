package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.WantedOutput;
import dev.prodigy.lang.decode.WorkflowCall;
import dev.prodigy.lang.decode.env.EnvEntryShape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `workflows`: a map by name, or a list whose entries have a `name` (spec 01 §12).
final class SubWorkflowsShape implements Shape<List<SubWorkflowEntry>> {
    static final Shape<List<SubWorkflowEntry>> WORKFLOWS = new SubWorkflowsShape();

    private static final Key<String> NAME = Key.of("name", Texts.NAMED, "The entry's name.");
    private static final Key<String> SOURCE = Key.of("source", Texts.SOURCE, "Path or name of the workflow.");
    private static final Key<SequencedMap<String, Data>> WITH = Key.of(
                    "with", Maps.of("a map of inputs", DataShapes.DATA), "Inputs and parameters.")
            .or("parameters")
            .or("inputs");
    private static final Key<Boolean> PARALLEL = Key.of(
                    "parallel", Booleans.BOOLEAN, "Runs together with its neighbours that say so too.")
            .byDefault(false);
    private static final Key<Boolean> CONTINUE_ON_ERROR = Key.of(
                    "continue_on_error", Booleans.BOOLEAN, "Its failure is tolerated.")
            .byDefault(false);
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", Given.orNothing(Durations.SECONDS), "Limit of its run.")
            .or("timeout_ms", Given.orNothing(Durations.POSITIVE_MS));
    private static final Key<Text> WORKING_DIR =
            Key.of("working_dir", Texts.TEXT, "Where it works.").or("cwd");
    private static final Key<SequencedMap<String, EnvEntry>> ENV =
            Key.of("env", EnvEntryShape.ENV, "Variables that it sees.");
    private static final KeySet KEYS =
            KeySet.of(NAME, SOURCE, WITH, WantedOutput.OUTPUTS, PARALLEL, CONTINUE_ON_ERROR, TIMEOUT, WORKING_DIR, ENV);
    private static final String EXPECTS = "a map of workflows by name, or a list of {name, source}";

    private SubWorkflowsShape() {}

    @Override
    public @Nullable List<SubWorkflowEntry> read(Node node, Place place) {
        place.refuseTag(node);
        var found = new ArrayList<SubWorkflowEntry>();
        switch (node) {
            case Node.Scalar scalar -> {
                place.mismatch(scalar, EXPECTS);
                return null;
            }
            case Node.Mapping map -> {
                for (var entry : map.entries()) {
                    add(entry(entry.key(), entry.keySpan(), entry.value(), place.key(entry.key())), found);
                }
            }
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    add(entry(null, null, list.items().get(i), place.index(i)), found);
                }
                reportRepeated(found, list.span(), place);
            }
        }
        return found;
    }

    private static void add(@Nullable SubWorkflowEntry entry, List<SubWorkflowEntry> found) {
        if (entry != null) {
            found.add(entry);
        }
    }

    private static void reportRepeated(List<SubWorkflowEntry> found, Span span, Place place) {
        var names = new HashSet<String>();
        for (var entry : found) {
            if (!names.add(entry.name())) {
                place.error(ProblemCode.DUPLICATE_ID, span, "the workflow \"" + entry.name() + "\" is given twice");
            }
        }
    }

    private static @Nullable SubWorkflowEntry entry(
            @Nullable String given, @Nullable Span givenAt, Node node, Place place) {
        if (!(node instanceof Node.Mapping map)) {
            if (given == null || givenAt == null) {
                place.mismatch(node, "a map with name and source");
                return null;
            }
            return entry(new Head(given, givenAt), node, place);
        }
        place.refuseTag(map);
        var entries = Entries.of(map, KEYS, Unknown.WARNING, place);
        var written = given == null ? entries.required(NAME) : entries.get(NAME);
        var name = given == null ? written : given;
        var file = file(entries);
        if (name != null) {
            ReservedNames.check(name, givenAt == null ? entries.span(NAME) : givenAt, place);
        }
        var with = entries.get(WITH);
        var outputs = entries.get(WantedOutput.OUTPUTS, List.of());
        boolean parallel = entries.get(PARALLEL, false);
        var options = options(entries);
        entries.finish();
        if (name == null || file == null) {
            return null;
        }
        var call = WorkflowCall.Given.of(WITH, entries);
        var values = with == null ? Map.<String, Data>of() : with;
        place.decoding()
                .addEntryCall(
                        name,
                        new WorkflowCall(
                                file,
                                WorkflowCall.given(values),
                                call,
                                outputs,
                                entries.span(SOURCE),
                                entries.at(SOURCE)));
        var child = new StepKind.SubWorkflow(name, file, true, values, WantedOutput.names(outputs));
        return new SubWorkflowEntry(
                step(name, child, options, givenAt == null ? entries.span(NAME) : givenAt, place),
                child,
                false,
                parallel);
    }

    /// An entry's name and where it stands.
    private record Head(String name, Span span) {}

    /// An entry that is only a path.
    private static @Nullable SubWorkflowEntry entry(Head head, Node node, Place place) {
        ReservedNames.check(head.name(), head.span(), place);
        var source = Texts.STRING.read(node, place);
        var file = source != null && node instanceof Node.Scalar scalar
                ? place.decoding().workflows().find(scalar, List.of(), place)
                : null;
        if (file == null) {
            return null;
        }
        place.decoding()
                .addEntryCall(head.name(), new WorkflowCall(file, Set.of(), null, List.of(), node.span(), place));
        var child = new StepKind.SubWorkflow(head.name(), file, true, Map.of(), List.of());
        return new SubWorkflowEntry(
                step(head.name(), child, StepOptions.PLAIN, head.span(), place), child, false, false);
    }

    private static @Nullable String file(Entries entries) {
        var source = entries.required(SOURCE);
        return source != null && entries.written(SOURCE) instanceof Node.Scalar scalar
                ? entries.place().decoding().workflows().find(scalar, List.of(), entries.at(SOURCE))
                : null;
    }

    private static Step step(String name, StepKind.SubWorkflow child, StepOptions options, Span span, Place place) {
        var path = place.steps("workflows").step().key(name).toString();
        return new Step(path, name, child, options, Reactions.NONE, span, null);
    }

    private static StepOptions options(Entries entries) {
        var plain = StepOptions.PLAIN;
        var env = entries.get(ENV);
        return new StepOptions(
                plain.name(),
                plain.when(),
                new StepOptions.Limits(entries.get(TIMEOUT), null, null),
                new StepOptions.Surroundings(entries.get(WORKING_DIR), env == null ? Map.of() : env, false, null),
                plain.captures(),
                plain.resilience(),
                plain.commits(),
                entries.get(CONTINUE_ON_ERROR, false));
    }

    @Override
    public String expects() {
        return EXPECTS;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var entry = Keyed.schema(KEYS, Unknown.WARNING, List.of(SOURCE), definitions);
        var free = Schemas.of("properties", Schemas.property(NAME.name(), ReservedNames.schema(), "The entry's name."));
        return Schemas.anyOf(
                Schemas.with(
                        Schemas.mapOf(Schemas.anyOf(Texts.STRING.schema(definitions), entry)),
                        "propertyNames",
                        ReservedNames.schema()),
                Schemas.listOf(Schemas.also(entry, List.of(free))));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        switch (node) {
            case Node.Mapping map ->
                map.entries().forEach(entry -> members.put(entry.key(), normalEntry(entry.value(), decoding)));
            case Node.Sequence list -> {
                for (var each : list.items()) {
                    var name = ((Node.Mapping) each).get(NAME.name());
                    members.put(((Node.Scalar) Objects.requireNonNull(name)).text(), normalEntry(each, decoding));
                }
            }
            case Node.Scalar _ -> {}
        }
        return new Value.Fields(members);
    }

    private static Value normalEntry(Node node, Decoding decoding) {
        var source = List.of(new Node.Entry(SOURCE.name(), node.span(), node));
        var map = node instanceof Node.Mapping written ? written : new Node.Mapping(source, null, node.span());
        var members = new LinkedHashMap<>(Keyed.normal(map, KEYS, decoding).members());
        members.remove(NAME.name());
        return new Value.Fields(members);
    }
}
