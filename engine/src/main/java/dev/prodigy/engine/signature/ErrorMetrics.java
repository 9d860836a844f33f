package dev.prodigy.engine.signature;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// How the items of a map phase fared (spec 02 §9.1).
///
/// @param failed finally failed and not skipped
/// @param skipped finally failed and skipped by their disposition
/// @param types category to number of finally failed items
public record ErrorMetrics(
        int successful,
        int failed,
        int skipped,
        Map<Category, Integer> types,
        List<FailurePattern> patterns,
        List<ErrorCluster> clusters) {
    private static final int DECIMALS = 4;

    public ErrorMetrics {
        types = Map.copyOf(types);
        patterns = List.copyOf(patterns);
        clusters = List.copyOf(clusters);
    }

    /// @param failures gone through several times
    /// @return the metrics of these items
    public static ErrorMetrics of(int successful, Iterable<FinalFailure> failures) {
        int failed = 0;
        int skipped = 0;
        var types = new EnumMap<Category, Integer>(Category.class);
        for (var each : failures) {
            types.merge(each.error().category(), 1, Integer::sum);
            if (each.skipped()) {
                skipped++;
            } else {
                failed++;
            }
        }
        return new ErrorMetrics(
                successful, failed, skipped, types, FailurePattern.in(failures), ErrorCluster.in(failures));
    }

    /// @return items processed
    public int total() {
        return successful + failed + skipped;
    }

    /// @return share of the processed items that finally failed, rounded half up to four decimals, without trailing
    /// zeros
    public BigDecimal failureRate() {
        return share(failed + skipped);
    }

    /// @return share of the processed items that succeeded, in the same form
    public BigDecimal successRate() {
        return share(successful);
    }

    private BigDecimal share(int count) {
        if (total() == 0) {
            return BigDecimal.ZERO;
        }
        var share = BigDecimal.valueOf(count).divide(BigDecimal.valueOf(total()), DECIMALS, RoundingMode.HALF_UP);
        var shortest = share.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    /// @return category to number, most frequent first, then by name
    public Value.Fields typesValue() {
        var counts = new FieldsWriter();
        types.entrySet().stream()
                .sorted(Map.Entry.<Category, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().word()))
                .forEach(entry -> counts.put(entry.getKey().word(), entry.getValue()));
        return counts.done();
    }

    /// @return the patterns as a list of JSON objects
    public Value patternsValue() {
        return new Value.Items(
                patterns.stream().<Value>map(FailurePattern::toValue).toList());
    }

    /// @return the body of the event `error_metrics`
    public Value.Fields toValue() {
        return new FieldsWriter()
                .put("total_items", total())
                .put("successful", successful)
                .put("failed", failed)
                .put("skipped", skipped)
                .put("failure_rate", new Value.Num(failureRate()))
                .put("error_types", typesValue())
                .put("failure_patterns", patternsValue())
                .put(
                        "error_clusters",
                        new Value.Items(clusters.stream()
                                .<Value>map(ErrorCluster::toValue)
                                .toList()))
                .done();
    }
}
