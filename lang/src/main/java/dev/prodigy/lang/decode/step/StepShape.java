package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.StepSettings;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One step, wherever it stands: a map with exactly one kind key, or a string (spec 01 §2).
public final class StepShape implements Shape<Step> {
    /// The only instance. The place's `step` must be the step's own.
    public static final StepShape STEP = new StepShape();

    private static final String SHELL = "shell";
    private static final String CLAUDE = "claude";
    private static final String NAME = "name";

    private StepShape() {}

    @Override
    public @Nullable Step read(Node node, Place place) {
        place.refuseTag(node);
        var around = place.decoding().settings();
        var known = around == null ? null : around.known(place.step().toString());
        if (known != null) {
            return known;
        }
        var steps = switch (node) {
            case Node.Scalar scalar when !scalar.isNull() -> List.of(text(scalar, place));
            case Node.Mapping map -> StepSettings.read(place, at -> map(LegacyKind.flattened(map), at));
            case Node.Scalar nothing -> mismatch(nothing, place);
            case Node.Sequence list -> mismatch(list, place);
        };
        if (steps.isEmpty()) {
            place.decoding().missStep(node);
        }
        return steps.isEmpty() ? null : steps.getFirst();
    }

    private List<Step> mismatch(Node node, Place place) {
        place.mismatch(node, expects());
        return List.of();
    }

    /// @return the kind of a step that is only a text
    static String kindOf(String text) {
        return text.startsWith("/") ? CLAUDE : SHELL;
    }

    private static Step text(Node.Scalar scalar, Place place) {
        var text = new Text(scalar.text(), scalar.span());
        var kind = kindOf(scalar.text()).equals(SHELL)
                ? new StepKind.Shell(text)
                : new StepKind.Agent(CLAUDE, text, null, List.of());
        var plain = StepOptions.PLAIN;
        var options = new StepOptions(
                plain.name(),
                plain.when(),
                plain.limits(),
                plain.surroundings(),
                plain.captures(),
                place.decoding().retryDefaults().resolve(),
                plain.commits(),
                plain.continueOnError());
        return new Step(place.step().toString(), null, kind, options, Reactions.NONE, scalar.span(), null);
    }

    private static List<Step> map(Node.Mapping map, Place place) {
        var outer = place.decoding().variables();
        place.decoding().useVariables(outer.within(map.get("env")));
        try {
            return withKind(map, place);
        } finally {
            place.decoding().useVariables(outer);
        }
    }

    private static List<Step> withKind(Node.Mapping map, Place place) {
        var named = StepKinds.in(map, place.decoding());
        var kinds = named.size() == 1 ? named : withoutRemoved(named, place);
        if (kinds.size() == 1) {
            var kind = kinds.getFirst();
            var own = named.stream().map(each -> each.entry().key()).collect(Collectors.toSet());
            var entries = Entries.of(map, kind.shape().form().keys(), Unknown.WARNING, own, place);
            var steps = build(kinds, entries, _ -> place);
            entries.finish();
            return steps;
        }
        var told = meantAsKinds(map, StepOptionKeys.ALL, place);
        if (named.isEmpty()) {
            told.addAll(reportMissingKind(map, "a step", StepOptionKeys.ALL, place));
        } else if (!kinds.isEmpty()) {
            reportKinds(kinds, place);
        }
        var entries = Entries.of(map, StepOptionKeys.ALL, Unknown.WARNING, told, place);
        StepOptionKeys.read(entries, 1);
        entries.finish();
        return List.of();
    }

    /// Reports the kinds that are no more: they stand beside no other, their replacement does.
    private static List<StepKinds.Found> withoutRemoved(List<StepKinds.Found> kinds, Place place) {
        var kept = new ArrayList<StepKinds.Found>();
        for (var kind : kinds) {
            if (kind.shape() instanceof RemovedKind removed && removed.isRefused()) {
                removed.refuse(kind.entry(), place);
            } else {
                kept.add(kind);
            }
        }
        return kept;
    }

    /// Makes one step for each kind, all with the options of the map.
    ///
    /// @param at the place of the step with this number
    static List<Step> build(List<StepKinds.Found> kinds, Entries entries, IntFunction<Place> at) {
        var read = new ArrayList<StepKind>();
        for (var kind : kinds) {
            var made = kind.shape().read(kind.entry(), entries);
            if (made != null) {
                LimitKeys.refuseIdle(made, entries);
                read.add(made);
            }
        }
        StepOptionKeys.warnNoEffect(entries);
        var options = StepOptionKeys.read(entries, kinds.size());
        var steps = new ArrayList<Step>();
        for (var kind : read) {
            var path = at.apply(steps.size()).step().toString();
            var span = entries.node().span();
            var merged = WorkflowKind.options(kind, options.options(), entries.place());
            steps.add(new Step(path, options.id(), kind, merged, options.reactions(), span, null));
        }
        return steps;
    }

    /// Reports a map that names no kind; a key that nearly does is taken for the culprit.
    ///
    /// @param what the map is, for the message
    /// @param known the keys that the map may have besides
    /// @return the keys of which nothing more needs to be said: each of them may have been meant as the kind
    static Set<String> reportMissingKind(Node.Mapping map, String what, KeySet known, Place place) {
        var kinds = StepKinds.offered(place.decoding());
        for (var entry : map.entries()) {
            var meant = meant(entry, place.decoding());
            if (meant != null) {
                var message = "\"" + entry.key() + "\" is no kind of step";
                place.key(entry.key())
                        .report(Problem.error(
                                        ProblemCode.MISSING_FIELD,
                                        message,
                                        entry.keySpan(),
                                        place.path().key(entry.key()).toString())
                                .suggesting(meant));
                return Set.of();
            }
        }
        if (map.get(NAME) instanceof Node.Scalar name) {
            var message = "a step needs a kind; \"name\" is only a label";
            place.error(ProblemCode.REMOVED, map.span(), message, "Write claude: \"/" + name.text() + " …\".");
            return Set.of();
        }
        var unlike = map.entries().stream()
                .map(Node.Entry::key)
                .filter(key -> !known.means(key))
                .collect(Collectors.toSet());
        var found = unlike.size() == 1 ? ", found \"" + unlike.iterator().next() + "\"" : "";
        var message = what + " needs a kind: one of " + String.join(", ", kinds) + found;
        place.error(ProblemCode.MISSING_FIELD, map.span(), message);
        return unlike;
    }

    private static void reportKinds(List<StepKinds.Found> kinds, Place place) {
        var names = kinds.stream().map(kind -> kind.entry().key()).toList();
        var second = kinds.get(1).entry();
        place.key(second.key())
                .error(
                        ProblemCode.CONFLICTING_KEYS,
                        second.keySpan(),
                        "a step has one kind, this one has " + String.join(" and ", names));
    }

    /// @return the keys of a map that are, or nearly are, names of kinds; messages about them say so
    ///
    /// @param known keys that mean something else
    static Set<String> meantAsKinds(Node.Mapping map, KeySet known, Place place) {
        var meant = new HashSet<String>();
        for (var entry : map.entries()) {
            boolean kind = known.find(entry.key()) == null
                    && (StepKinds.find(entry.key(), place.decoding()) != null
                            || meant(entry, place.decoding()) != null);
            if (kind && !entry.key().equals(ValidateKind.NAME)) {
                meant.add(entry.key());
            }
        }
        return meant;
    }

    private static @Nullable String meant(Node.Entry entry, Decoding decoding) {
        return StepOptionKeys.ALL.find(entry.key()) != null
                ? null
                : Nearest.to(entry.key(), StepKinds.offered(decoding));
    }

    @Override
    public String expects() {
        return "a step: a map with a kind such as shell, or a text";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference("step", () -> StepSchema.of(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var map = node instanceof Node.Mapping written ? LegacyKind.flattened(written) : asMap((Node.Scalar) node);
        return normal(StepKinds.in(map, decoding).getFirst(), map, decoding);
    }

    private static Node.Mapping asMap(Node.Scalar text) {
        var entry = new Node.Entry(kindOf(text.text()), text.span(), text);
        return new Node.Mapping(List.of(entry), null, text.span());
    }

    /// @return the canonical spelling of one step: its kind, then its options
    static Value normal(StepKinds.Found kind, Node.Mapping map, Decoding decoding) {
        var members = new LinkedHashMap<>(kind.shape().normal(kind.entry(), map, decoding));
        var beside = kind.shape().form().beside();
        var rest = map.entries().stream()
                .filter(entry -> beside.find(entry.key()) == null)
                .toList();
        var options = Keyed.normal(new Node.Mapping(rest, null, map.span()), StepOptionKeys.ALL, decoding);
        options.members().forEach(members::putIfAbsent);
        return new Value.Fields(members);
    }
}
