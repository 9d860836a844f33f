package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Canary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `map.canary`: a number of items, or `{items, gate, max_failures}` (spec 03 §5).
final class CanaryShape implements Shape<Canary> {
    static final Shape<Canary> CANARY = new CanaryShape();

    private enum Gate {
        AUTO,
        APPROVE
    }

    private static final Settings<Integer> COUNT = Settings.ofRun(Numbers.integer(1, Integer.MAX_VALUE));
    private static final Key<Setting<Integer>> ITEMS = Key.of("items", COUNT, "How many items run first.");
    private static final Key<Gate> GATE = Key.of(
                    "gate", Words.of("gate", Gate.class), "Who decides whether the rest runs.")
            .byDefault("auto");
    private static final Key<Integer> MAX_FAILURES = Key.of(
                    "max_failures", Numbers.integer(0, Integer.MAX_VALUE), "How many of them may fail.")
            .byDefault(0);
    private static final Keyed<Canary> MAP = Keyed.<Canary>of(
                    "a number of items, or {items, gate, max_failures}",
                    Unknown.WARNING,
                    KeySet.of(ITEMS, GATE, MAX_FAILURES),
                    entries -> {
                        var items = entries.required(ITEMS);
                        boolean approve = entries.get(GATE, Gate.AUTO) == Gate.APPROVE;
                        int maxFailures = entries.get(MAX_FAILURES, 0);
                        return items == null ? null : new Canary(items, approve, maxFailures);
                    })
            .requiring(ITEMS);

    private CanaryShape() {}

    @Override
    public @Nullable Canary read(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return MAP.read(node, place);
        }
        var items = COUNT.read(node, place);
        return items == null ? null : new Canary(items, false, 0);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(COUNT.schema(definitions), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var map = node instanceof Node.Mapping written
                ? written
                : new Node.Mapping(List.of(new Node.Entry(ITEMS.name(), node.span(), node)), null, node.span());
        return Keyed.normal(map, MAP.keys(), decoding);
    }
}
