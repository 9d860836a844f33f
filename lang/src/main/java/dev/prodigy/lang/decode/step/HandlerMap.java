package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.StepSettings;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A map that holds steps and control fields: `{commands: […], …}`, or kind keys side by side, each of them a
/// step with the map's options (spec 01 §5).
///
/// @param steps null when there are none, or wrong ones, which has been reported
/// @param entries the control fields, still to be read
record HandlerMap(@Nullable List<Step> steps, Entries entries) {
    private static final String COMMANDS = "commands";

    /// Reads the steps.
    ///
    /// @param list what the list of steps is called in their paths
    /// @param control the fields that are not options of the steps
    /// @param demanded whether a map without steps is an error
    static HandlerMap of(Node.Mapping map, String list, KeySet control, boolean demanded, Place place) {
        var commands = commands(list);
        if (isListed(map)) {
            var beside = StepKinds.in(map, place.decoding());
            var others = beside.stream().map(kind -> kind.entry().key()).collect(Collectors.toSet());
            var entries = Entries.of(map, control.and(KeySet.of(commands)), Unknown.WARNING, others, place);
            beside.forEach(kind -> refuseBeside(kind, place));
            return new HandlerMap(entries.get(commands), entries);
        }
        var kinds = StepKinds.in(map, place.decoding());
        if (kinds.isEmpty() && !demanded) {
            return new HandlerMap(List.of(), Entries.of(map, control, Unknown.WARNING, place));
        }
        var keys = control;
        for (var kind : kinds) {
            keys = keys.and(kind.shape().form().beside());
        }
        var steps = place.steps(list);
        var known = keys.and(StepOptionKeys.ALL);
        var others = StepShape.meantAsKinds(map, control, place);
        if (kinds.isEmpty()) {
            others.addAll(StepShape.reportMissingKind(map, "\"" + list + "\"", known, steps));
        }
        var entries = Entries.of(map, known, Unknown.WARNING, others, steps.step(0));
        return new HandlerMap(kinds.isEmpty() ? null : beside(kinds, entries, steps), entries);
    }

    private static List<Step> beside(List<StepKinds.Found> kinds, Entries entries, Place steps) {
        var around = steps.decoding().settings();
        var known = new ArrayList<Step>();
        for (int i = 0; around != null && i < kinds.size(); i++) {
            var step = around.known(steps.step(i).step().toString());
            if (step != null) {
                known.add(step);
            }
        }
        return known.isEmpty()
                ? StepSettings.read(
                        steps,
                        at -> StepShape.build(kinds, at.equals(steps) ? entries : entries.again(at.step(0)), at::step))
                : known;
    }

    /// A kind beside a list of steps would be a step that nobody runs.
    private static void refuseBeside(StepKinds.Found found, Place place) {
        if (found.shape() instanceof RemovedKind removed && removed.isRefused()) {
            removed.refuse(found.entry(), place);
            return;
        }
        var kind = found.entry();
        var message = "\"" + kind.key() + "\" stands beside a list of steps, which would run alone";
        place.key(kind.key())
                .error(ProblemCode.CONFLICTING_KEYS, kind.keySpan(), message, "Write it as a step of the list.");
    }

    /// @return whether the steps stand in a list, so that no field of the map is an option of theirs
    static boolean isListed(Node.Mapping map) {
        return map.get(COMMANDS) != null || map.get("steps") != null;
    }

    private static Key<List<Step>> commands(String list) {
        return Key.of(COMMANDS, StepList.named(list), "The steps.").or("steps");
    }

    /// @param enough fields that make the map complete without steps
    /// @param rules what holds between the control fields
    /// @return the JSON Schemas of such a map, with the steps in a list and side by side
    static List<Value> schemas(KeySet control, List<String> enough, List<Value> rules, Definitions definitions) {
        var commands = commands(COMMANDS);
        var listed = Keyed.schema(control.and(KeySet.of(commands)), Unknown.WARNING, List.of(commands), definitions);
        var beside = StepSchema.sideBySide(control, enough, definitions);
        var alone = new ArrayList<>(rules);
        alone.add(StepSchema.noKind());
        return List.of(Schemas.also(listed, alone), Schemas.also(beside, rules));
    }

    /// @return the JSON Schema of such a map, or of a text or a list of steps
    static Value.Fields orSteps(KeySet control, List<String> enough, Definitions definitions) {
        var forms = new ArrayList<Value>();
        forms.add(Texts.STRING.schema(definitions));
        forms.add(StepList.many(definitions));
        forms.addAll(schemas(control, enough, List.of(), definitions));
        return Schemas.anyOf(forms);
    }

    /// @param normal the canonical spelling of a list of steps, or of such a map
    /// @param known what takes the place of control fields that are absent, by their names
    /// @return the map, in which absent control fields have what is known of them, else their defaults
    static Value.Fields filledIn(Value normal, KeySet control, Map<String, Value> known) {
        var written = normal instanceof Value.Fields map ? map : Schemas.of(COMMANDS, normal);
        var filled = new FieldsWriter().put(COMMANDS, written.get(COMMANDS));
        for (var key : control.keys()) {
            var own = written.get(key.name());
            var absent = known.getOrDefault(key.name(), key.byDefault());
            filled.put(key.name(), own == null ? absent : own);
        }
        return filled.done();
    }

    /// @return the canonical spelling: the steps as a list, then the control fields that are written
    static Value normal(Node.Mapping map, KeySet control, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        var commands = commands(COMMANDS);
        if (isListed(map)) {
            members.putAll(Keyed.written(map, KeySet.of(commands), decoding).members());
        } else {
            var kinds = StepKinds.in(map, decoding);
            if (!kinds.isEmpty()) {
                var options = new Node.Mapping(
                        map.entries().stream()
                                .filter(entry -> control.find(entry.key()) == null)
                                .toList(),
                        null,
                        map.span());
                members.put(
                        commands.name(),
                        new Value.Items(kinds.stream()
                                .map(kind -> StepShape.normal(kind, options, decoding))
                                .toList()));
            }
        }
        members.putAll(Keyed.written(map, control, decoding).members());
        return new Value.Fields(members);
    }
}
