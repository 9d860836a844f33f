package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.step.StepList;
import dev.prodigy.lang.decode.step.Taken;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.PhaseSteps.When;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// A phase: a list of steps, one step, or a map with `commands` and settings of the phase (spec 03 §1).
///
/// @param commands the key of the steps
/// @param settings the other keys of the map
/// @param demanded whether there must be a step
/// @param build makes the meaning from the steps and the settings, which are null where the phase is a bare list
/// @param <T> what the phase means
record Phase<T>(
        Key<List<Step>> commands, KeySet settings, boolean demanded, BiFunction<List<Step>, @Nullable Entries, T> build)
        implements Shape<T> {
    static final Key<Setting<Duration>> TIMEOUT = Key.of(
                    "timeout", Settings.ofRun(Durations.SECONDS), "Limit of the phase, retries and handlers included.")
            .or("timeout_ms", Settings.ofRun(Durations.POSITIVE_MS));

    private static final Key<When> WHEN = Key.of(
                    "when", Words.of("when", When.class), "After which ends of the map phase it runs.")
            .byDefault("ended");

    /// @return a phase called so, with further settings
    static <T> Phase<T> of(String name, KeySet settings, BiFunction<List<Step>, @Nullable Entries, T> build) {
        return new Phase<>(
                Key.of("commands", StepList.named(name), "The steps.").or("steps"), settings, true, build);
    }

    /// @return this phase, which may be without steps
    Phase<T> possiblyEmpty() {
        return new Phase<>(commands, settings, false, build);
    }

    /// `reduce`.
    static final Phase<PhaseSteps> REDUCE = of("reduce", KeySet.of(TIMEOUT, WHEN), Phase::steps);

    private static PhaseSteps steps(List<Step> steps, @Nullable Entries settings) {
        return settings == null
                ? new PhaseSteps(steps, null, When.ENDED)
                : new PhaseSteps(steps, settings.get(TIMEOUT), settings.get(WHEN, When.ENDED));
    }

    @Override
    public @Nullable T read(Node node, Place place) {
        if (!(node instanceof Node.Mapping map)
                || !(isPhase(map) || (demanded && isMeantAsPhase(map, place.decoding())))) {
            var steps = commands.canonical().read(node, place);
            return steps == null ? null : build.apply(steps, null);
        }
        place.refuseTag(map);
        var entries = Entries.of(map, KeySet.of(commands).and(settings), Unknown.WARNING, place);
        var steps = demanded ? entries.required(commands) : entries.get(commands, List.of());
        var phase = build.apply(steps == null ? List.of() : steps, entries);
        entries.finish();
        return steps == null ? null : phase;
    }

    /// A map is a phase when it has `commands`, or nothing but settings of the phase; else it is one step.
    private boolean isPhase(Node.Mapping map) {
        if (map.get("commands") != null || map.get("steps") != null) {
            return true;
        }
        var keys = map.entries().stream().map(Node.Entry::key).toList();
        return !keys.isEmpty() && settings.names().containsAll(keys);
    }

    /// Without a kind it is no step either, so a key that is nearly `commands` or `steps` is taken for that.
    private static boolean isMeantAsPhase(Node.Mapping map, Decoding decoding) {
        var keys = map.entries().stream().map(Node.Entry::key).toList();
        return keys.stream()
                        .noneMatch(key -> Taken.isKind(key) || decoding.agents().contains(key))
                && keys.stream().anyMatch(key -> Nearest.to(key, List.of("commands", "steps")) != null);
    }

    @Override
    public String expects() {
        return "a list of steps, or {commands: […], …}";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var keys = KeySet.of(commands).and(settings);
        var required = demanded ? List.<Key<?>>of(commands) : List.<Key<?>>of();
        return Schemas.byKeys(
                List.of("commands", "steps"),
                Keyed.schema(keys, Unknown.WARNING, required, definitions),
                Schemas.anyOf(
                        commands.canonical().schema(definitions),
                        Schemas.with(
                                Keyed.schema(settings, Unknown.ERROR, required, definitions),
                                "minProperties",
                                Value.of(1))));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (node instanceof Node.Mapping map && isPhase(map) && settings.keys().isEmpty()) {
            var inside = map.entries().getFirst().value();
            return commands.canonical().normal(inside, decoding);
        }
        if (node instanceof Node.Mapping map && isPhase(map)) {
            return Keyed.normal(map, KeySet.of(commands).and(settings), decoding);
        }
        if (settings.keys().isEmpty()) {
            return commands.canonical().normal(node, decoding);
        }
        var members = new LinkedHashMap<String, Value>();
        members.put(commands.name(), commands.canonical().normal(node, decoding));
        members.putAll(Keyed.normal(new Node.Mapping(List.of(), null, node.span()), settings, decoding)
                .members());
        return new Value.Fields(members);
    }
}
