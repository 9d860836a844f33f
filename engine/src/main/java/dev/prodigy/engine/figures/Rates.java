package dev.prodigy.engine.figures;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the figures of a layer come to in proportion (spec 05 §8): retry rate = retries ÷ first attempts, error rate of
/// a code = its final errors ÷ first attempts; the mean of attempts until success counts successes only. Rounded half
/// up to four decimals.
public final class Rates {
    private static final int DECIMALS = 4;
    private static final String ITEM = AttemptFigures.KIND;

    private final Figures figures;
    private final Layer layer;

    /// @param layer whose
    public Rates(Figures figures, Layer layer) {
        this.figures = figures;
        this.layer = layer;
    }

    /// @return the rates of all kinds, the error rates of codes, and the rates of each kind
    public Value.Fields toFields() {
        var first = sum(layer.firstAttempts(), null);
        var byCode = new TreeMap<String, BigDecimal>();
        figures.forEach(
                layer.errors().last(),
                (labels, sample) -> byCode.merge(labels.getFirst(), amount(sample), BigDecimal::add));
        var errors = new FieldsWriter();
        if (first.signum() > 0) {
            byCode.forEach((code, count) -> errors.put(code, quotient(count, first)));
        }
        var kinds = new FieldsWriter();
        kinds().forEach(kind -> kinds.put(kind, ofKind(kind)));
        return new FieldsWriter()
                .putAll(ofKind(null))
                .put("error_rates", errors.done())
                .put("action_kinds", kinds.done())
                .done();
    }

    /// @return the kinds of steps there are figures of
    public List<String> kinds() {
        var kinds = new TreeSet<String>();
        figures.forEach(layer.firstAttempts(), (labels, _) -> kinds.add(labels.getFirst()));
        return new ArrayList<>(kinds);
    }

    /// @param kind of step, or null for all
    /// @return its rates; those without first attempts, or without successes, are left out
    public Value.Fields ofKind(@Nullable String kind) {
        var first = sum(layer.firstAttempts(), kind);
        var retries = sum(layer.retries(), kind);
        var out = new FieldsWriter()
                .put("first_attempts", new Value.Num(first))
                .put("retries", new Value.Num(retries))
                .put("timeouts", new Value.Num(sum(layer.timeouts(), kind)));
        if (first.signum() > 0) {
            out.put("retry_rate", quotient(retries, first));
        }
        var successes = successes(kind);
        if (successes.count() > 0) {
            out.put(
                    "mean_attempts_until_success",
                    quotient(BigDecimal.valueOf(successes.sum()), BigDecimal.valueOf(successes.count())));
        }
        return out.done();
    }

    private record Successes(long count, long sum) {}

    private Successes successes(@Nullable String kind) {
        var all = new long[2];
        figures.forEach(Metric.ATTEMPTS_UNTIL_SUCCESS, (labels, sample) -> {
            boolean isOfLayer = labels.getFirst().equals(ITEM) == (layer == Layer.AGENT);
            if (isOfLayer
                    && (kind == null || labels.getFirst().equals(kind))
                    && sample instanceof Sample.Spread spread) {
                all[0] += spread.count();
                all[1] += spread.sum();
            }
        });
        return new Successes(all[0], all[1]);
    }

    private BigDecimal sum(Metric metric, @Nullable String kind) {
        var sum = new BigDecimal[] {BigDecimal.ZERO};
        figures.forEach(metric, (labels, sample) -> {
            if (kind == null || labels.getFirst().equals(kind)) {
                sum[0] = sum[0].add(amount(sample));
            }
        });
        return sum[0];
    }

    private static BigDecimal amount(Sample sample) {
        return sample instanceof Sample.Amount(var value) ? value : BigDecimal.ZERO;
    }

    private static Value quotient(BigDecimal part, BigDecimal whole) {
        var share = part.divide(whole, DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
        return new Value.Num(share.scale() < 0 ? share.setScale(0) : share);
    }
}
