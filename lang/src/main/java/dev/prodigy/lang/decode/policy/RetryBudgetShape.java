package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.RetryBudget;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;

/// `run_retry_budget`: a ratio, or `{ratio, min_retries}` (spec 02 §6.3).
final class RetryBudgetShape implements Shape<RetryBudget> {
    static final Shape<RetryBudget> RETRY_BUDGET = new RetryBudgetShape();

    private static final Shape<Double> RATIO = Numbers.between(0, 1000);
    private static final Key<Double> RATIO_KEY = Key.of("ratio", RATIO, "Retries allowed per first attempt.");
    private static final Key<Integer> MIN_RETRIES = Key.of(
                    "min_retries", Numbers.integer(0, Integer.MAX_VALUE), "Retries allowed in any case.")
            .byDefault(10);
    private static final Keyed<RetryBudget> MAP = Keyed.<RetryBudget>of(
                    "a ratio, or {ratio, min_retries}", Unknown.ERROR, KeySet.of(RATIO_KEY, MIN_RETRIES), entries -> {
                        var ratio = entries.required(RATIO_KEY);
                        var least = entries.get(MIN_RETRIES, RetryBudget.DEFAULT_MIN_RETRIES);
                        return ratio == null ? null : new RetryBudget(ratio, least);
                    })
            .requiring(RATIO_KEY);

    private RetryBudgetShape() {}

    @Override
    public @Nullable RetryBudget read(Node node, Place place) {
        if (node instanceof Node.Mapping) {
            return MAP.read(node, place);
        }
        var ratio = RATIO.read(node, place);
        return ratio == null ? null : RetryBudget.of(ratio);
    }

    @Override
    public String expects() {
        return MAP.expects();
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.anyOf(RATIO.schema(definitions), MAP.schema(definitions));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AsWritten.isOpen(node)) {
            return AsWritten.of(node);
        }
        var budget = read(node, Place.silent());
        return budget == null ? Value.Null.NULL : written(budget);
    }

    /// @return how a budget is written with both of its numbers
    static Value written(RetryBudget budget) {
        return new FieldsWriter()
                .put(RATIO_KEY.name(), Value.of(budget.ratio()))
                .put(MIN_RETRIES.name(), budget.minRetries())
                .done();
    }
}
