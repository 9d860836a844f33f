package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.ReservedNames;
import dev.prodigy.lang.decode.ScalarShape;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `foreach`, flat (`foreach: INPUT` beside `do: …`) or nested (`foreach: {items: INPUT, do: …}`) (spec 01 §2).
final class ForeachKind implements StepKindShape {
    private static final String ITEM = "item";
    private static final Key<ForeachInput> INPUT = Key.of(
                    "foreach", ForeachInputShape.INPUT, "A list, a placeholder with a list, or a shell command.")
            .or("items")
            .or("input");
    private static final Key<List<Step>> DO = Key.of("do", StepList.named("do"), "The steps of one round.");
    private static final Key<Integer> PARALLEL = Key.of(
                    "parallel", ParallelShape.PARALLEL, "false: one at a time; true: 10; n: at most n.")
            .byDefault(false);
    private static final Key<Integer> MAX_ITEMS =
            Key.of("max_items", Given.orNothing(Numbers.integer(0, Integer.MAX_VALUE)), "The first n items only.");
    private static final Shape<String> VARIABLE = new ScalarShape<>(
            Texts.NAMED.expects(),
            Schemas.anyOf(Schemas.words(List.of(ITEM)), ReservedNames.FREE.schema(new Definitions())),
            (scalar, place) -> Texts.NAMED.read(scalar, place),
            Value::of);
    private static final Key<String> AS =
            Key.of("as", VARIABLE, "The name of the loop variable.").byDefault(ITEM);
    private static final Key<Boolean> CONTINUE_ON_ERROR = Key.of(
                    "continue_on_error", Booleans.BOOLEAN, "Whether the other rounds run after one failed.")
            .or("allow_failure")
            .byDefault(false);
    private static final KeySet BESIDE = KeySet.of(DO, PARALLEL, MAX_ITEMS, AS);
    /// What stands in a nested one, which its flat form has beside it.
    static final KeySet INSIDE = KeySet.of(INPUT, DO, PARALLEL, CONTINUE_ON_ERROR, MAX_ITEMS, AS);
    private static final Shape<?> VALUE = new ForeachValue(INSIDE);
    private static final StepForm FORM =
            StepForm.of("foreach", VALUE, "Runs steps once per item.").with(BESIDE);

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var place = beside.place().key(kind.key());
        if (kind.value() instanceof Node.Mapping nested) {
            for (var key : BESIDE.keys()) {
                if (beside.has(key)) {
                    var message =
                            "\"" + key.name() + "\" stands either in \"foreach\" or beside it, like everything else";
                    beside.at(key).error(ProblemCode.CONFLICTING_KEYS, beside.keySpan(key), message);
                }
            }
            place.refuseTag(nested);
            var inside = Entries.of(nested, INSIDE, Unknown.WARNING, place);
            var step = step(inside.required(INPUT), inside, inside.get(CONTINUE_ON_ERROR, false));
            inside.finish();
            return step;
        }
        var input = ForeachInputShape.INPUT.read(kind.value(), place);
        return step(input, beside, StepOptionKeys.continuesOnError(beside));
    }

    private static @Nullable StepKind step(@Nullable ForeachInput input, Entries entries, boolean continueOnError) {
        var body = entries.required(DO);
        var as = entries.get(AS, ITEM);
        if (!as.equals(ITEM)) {
            ReservedNames.check(as, entries.span(AS), entries.at(AS));
        }
        var parallel = entries.get(PARALLEL, 1);
        var maxItems = entries.get(MAX_ITEMS);
        return input == null || body == null
                ? null
                : new StepKind.Foreach(input, body, parallel, continueOnError, maxItems, as);
    }

    @Override
    public List<Value> rules() {
        var flat = Schemas.of("properties", Schemas.of(FORM.name(), Schemas.not(Schemas.type("object"))));
        var beside = Schemas.anyOf(
                BESIDE.names().stream().<Value>map(Schemas::required).toList());
        var isFlat = Schemas.with(flat, "required", Value.ofTexts(List.of(FORM.name())));
        var isNested = Schemas.with(
                Schemas.of("properties", Schemas.of(FORM.name(), Schemas.type("object"))),
                "required",
                Value.ofTexts(List.of(FORM.name())));
        return List.of(
                Schemas.with(Schemas.of("if", isFlat), "then", Schemas.required(DO.name())),
                Schemas.with(Schemas.of("if", isNested), "then", Schemas.not(beside)));
    }

    @Override
    public Map<String, Value> normal(Node.Entry kind, Node.Mapping step, Decoding decoding) {
        var nested = kind.value() instanceof Node.Mapping map ? map : nested(kind, step);
        return Map.of(INPUT.name(), Keyed.normal(nested, INSIDE, decoding));
    }

    /// @return the nested form of a flat one
    private static Node.Mapping nested(Node.Entry kind, Node.Mapping step) {
        var inside = step.entries().stream()
                .filter(entry ->
                        entry.equals(kind) || (!entry.key().equals(INPUT.name()) && INSIDE.find(entry.key()) != null))
                .toList();
        return new Node.Mapping(inside, null, step.span());
    }

    /// What may stand behind `foreach:`.
    private record ForeachValue(KeySet inside) implements Shape<ForeachInput> {
        @Override
        public @Nullable ForeachInput read(Node node, Place place) {
            return ForeachInputShape.INPUT.read(node, place);
        }

        @Override
        public String expects() {
            return ForeachInputShape.INPUT.expects();
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Schemas.anyOf(
                    ForeachInputShape.INPUT.schema(definitions),
                    Keyed.schema(inside, Unknown.WARNING, List.of(INPUT, DO), definitions));
        }
    }
}
