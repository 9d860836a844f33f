package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.policy.ErrorPolicyKeys;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.ErrorPolicyBlock;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `error_policy` of a standard workflow, where only quota and retry budget make sense (spec 02 §4).
final class PolicyWithoutItems implements Shape<ErrorPolicyBlock> {
    static final Shape<ErrorPolicyBlock> POLICY = new PolicyWithoutItems();

    /// Where what guards a run belongs in a workflow without items.
    static final Map<String, KeySet.Elsewhere> ELSEWHERE = elsewhere();

    private static final String HANDLERS = "handlers";

    private PolicyWithoutItems() {}

    private static Map<String, KeySet.Elsewhere> elsewhere() {
        var places = new LinkedHashMap<String, KeySet.Elsewhere>();
        ErrorPolicyKeys.WITHOUT_ITEMS
                .names()
                .forEach(name -> places.put(
                        name, new KeySet.Elsewhere("error_policy." + name, "It belongs into error_policy.")));
        var ofSteps = "It belongs to a step; for every step write retry_defaults.";
        places.put("retry_config", new KeySet.Elsewhere("retry_defaults", ofSteps));
        places.put("retry", new KeySet.Elsewhere("retry_defaults", ofSteps));
        places.put(
                "circuit_breaker",
                new KeySet.Elsewhere(
                        "retry_defaults.circuit_breaker", "It belongs to a step, or into retry_defaults."));
        return places;
    }

    @Override
    public @Nullable ErrorPolicyBlock read(Node node, Place place) {
        place.refuseTag(node);
        if (!(node instanceof Node.Mapping map)) {
            place.mismatch(node, expects());
            return null;
        }
        var needItems = new HashSet<>(ErrorPolicyKeys.ALL.names());
        needItems.add(HANDLERS);
        needItems.removeAll(ErrorPolicyKeys.WITHOUT_ITEMS.names());
        for (var entry : map.entries()) {
            if (needItems.contains(entry.key())) {
                place.key(entry.key())
                        .error(
                                ProblemCode.WRONG_MODE_KEY,
                                entry.keySpan(),
                                "\"" + entry.key() + "\" needs items: it belongs to mode: mapreduce",
                                "Steps have retry_config, circuit_breaker and on_failure.");
            }
        }
        return ErrorPolicyKeys.block(Entries.of(map, ErrorPolicyKeys.WITHOUT_ITEMS, Unknown.ERROR, needItems, place));
    }

    @Override
    public String expects() {
        return "an error policy";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Keyed.schema(ErrorPolicyKeys.WITHOUT_ITEMS, Unknown.ERROR, List.of(), definitions);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return Keyed.written((Node.Mapping) node, ErrorPolicyKeys.WITHOUT_ITEMS, decoding);
    }
}
