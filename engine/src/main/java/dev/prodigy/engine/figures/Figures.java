package dev.prodigy.engine.figures;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// What the metrics have come to. Its size depends on how many different labels there are, never on how many events.
public final class Figures {
    /// Error codes that are told apart (spec 05 §8).
    private static final int MOST_CODES = 50;

    private static final String OTHER_CODES = "_OTHER";

    /// By the first label, then by the next.
    private static final Comparator<List<String>> BY_LABELS =
            (one, other) -> Arrays.compare(one.toArray(String[]::new), other.toArray(String[]::new));

    private final Map<Metric, SortedMap<List<String>, Cell>> cells = new EnumMap<>(Metric.class);
    private final Set<String> codes = new HashSet<>();

    /// What one sample is made of; changed in place, since every event of a long journal changes some.
    private static final class Cell {
        private long count;
        private BigDecimal part = BigDecimal.ZERO;
        private final long[] buckets;

        Cell(Metric metric) {
            buckets = new long[metric.kind().bounds().size() + 1];
        }

        void observe(List<Long> bounds, long value) {
            int at = 0;
            while (at < bounds.size() && value > bounds.get(at)) {
                at++;
            }
            buckets[at]++;
            count += value;
        }

        Sample sample(Metric metric) {
            return metric.kind().bounds().isEmpty()
                    ? new Sample.Amount(shortest(part.add(BigDecimal.valueOf(count))))
                    : new Sample.Spread(Arrays.stream(buckets).boxed().toList(), count);
        }
    }

    /// No figures.
    public Figures() {}

    void count(Metric metric, String... labels) {
        add(metric, 1, labels);
    }

    void add(Metric metric, long more, String... labels) {
        if (more > 0) {
            cell(metric, labels).count += more;
        }
    }

    void add(Metric metric, BigDecimal more, String... labels) {
        var cell = cell(metric, labels);
        cell.part = cell.part.add(more);
    }

    void observe(Metric metric, long value, String... labels) {
        cell(metric, labels).observe(metric.kind().bounds(), value);
    }

    /// Of a gauge: what holds now, added to what holds for other runs with these labels.
    void hold(Metric metric, long value, String... labels) {
        cell(metric, labels).count += value;
    }

    /// @return the code, or what stands for all codes beyond the first fifty
    String code(String code) {
        return codes.contains(code) || (codes.size() < MOST_CODES && codes.add(code)) ? code : OTHER_CODES;
    }

    /// Shows every sample of a metric: label values in the order of the metric's labels, and what they came to.
    public void forEach(Metric metric, BiConsumer<List<String>, Sample> each) {
        cells.getOrDefault(metric, new TreeMap<>(BY_LABELS))
                .forEach((labels, cell) -> each.accept(labels, cell.sample(metric)));
    }

    /// @return the metrics of which there is something to tell, in their order
    public Set<Metric> metrics() {
        return cells.keySet();
    }

    private Cell cell(Metric metric, String... labels) {
        return cells.computeIfAbsent(metric, _ -> new TreeMap<>(BY_LABELS))
                .computeIfAbsent(List.of(labels), _ -> new Cell(metric));
    }

    private static BigDecimal shortest(BigDecimal value) {
        var stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
