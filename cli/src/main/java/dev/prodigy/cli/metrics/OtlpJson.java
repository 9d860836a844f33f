package dev.prodigy.cli.metrics;

import dev.prodigy.cli.command.Program;
import dev.prodigy.engine.figures.Figures;
import dev.prodigy.engine.figures.Metric;
import dev.prodigy.engine.figures.Sample;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Figures as an OTLP/JSON document, the body of a request to a collector's `/v1/metrics`. As that encoding wants it,
/// 64-bit numbers are texts and enumerations are numbers.
///
/// @param from when counting began
/// @param to the moment that the figures are of
record OtlpJson(Figures figures, Instant from, Instant to) {
    private static final String TITLE = "prodigy";
    private static final String PREFIX = TITLE + ".";
    private static final String TOTAL = "_total";
    private static final int CUMULATIVE = 2;

    Value.Fields document() {
        var metrics = figures.metrics().stream().<Value>map(this::metric).toList();
        var scope = new FieldsWriter()
                .put("name", TITLE)
                .put("version", Program.VERSION)
                .done();
        var ofScope = new FieldsWriter()
                .put("scope", scope)
                .put("metrics", new Value.Items(metrics))
                .done();
        var resource = new FieldsWriter()
                .put(
                        "attributes",
                        new Value.Items(List.of(
                                attribute("service.name", TITLE), attribute("service.version", Program.VERSION))))
                .done();
        var ofResource = new FieldsWriter()
                .put("resource", resource)
                .put("scopeMetrics", new Value.Items(List.of(ofScope)))
                .done();
        return new FieldsWriter()
                .put("resourceMetrics", new Value.Items(List.of(ofResource)))
                .done();
    }

    private Value.Fields metric(Metric metric) {
        var named = new FieldsWriter().put("name", name(metric)).put("description", metric.help());
        if (!metric.unit().isEmpty()) {
            named.put("unit", metric.unit());
        }
        var data = new FieldsWriter().put("dataPoints", new Value.Items(points(metric)));
        return switch (metric.kind()) {
            case COUNTER ->
                named.put(
                                "sum",
                                data.put("aggregationTemporality", CUMULATIVE)
                                        .put("isMonotonic", true)
                                        .done())
                        .done();
            case GAUGE -> named.put("gauge", data.done()).done();
            case DURATION, ATTEMPTS ->
                named.put(
                                "histogram",
                                data.put("aggregationTemporality", CUMULATIVE).done())
                        .done();
        };
    }

    /// Neither `_total` nor the unit stands in a name, unless another metric is called so without it.
    static String name(Metric metric) {
        var title = metric.title();
        var bare = title.endsWith(TOTAL) ? title.substring(0, title.length() - TOTAL.length()) : title;
        var unit = switch (metric.unit()) {
            case "ms" -> "_ms";
            case "By" -> "_bytes";
            case "USD" -> "_usd";
            default -> "";
        };
        bare = bare.endsWith(unit) ? bare.substring(0, bare.length() - unit.length()) : bare;
        var wanted = bare;
        boolean taken = Arrays.stream(Metric.values())
                .anyMatch(other -> other != metric && other.title().equals(wanted));
        return PREFIX + (taken ? title : bare).replace('_', '.');
    }

    private List<Value> points(Metric metric) {
        var points = new ArrayList<Value>();
        figures.forEach(metric, (labels, sample) -> points.add(point(metric, labels, sample)));
        return points;
    }

    private Value.Fields point(Metric metric, List<String> labels, Sample sample) {
        var attributes = new ArrayList<Value>();
        for (int at = 0; at < labels.size(); at++) {
            attributes.add(attribute(metric.labels().get(at), labels.get(at)));
        }
        var out = new FieldsWriter().put("attributes", new Value.Items(attributes));
        if (metric.kind() != Metric.Kind.GAUGE) {
            out.put("startTimeUnixNano", nanos(from));
        }
        out.put("timeUnixNano", nanos(to));
        return switch (sample) {
            case Sample.Amount(var value)
            when metric.unit().equals("USD") ->
                out.put("asDouble", new Value.Num(value)).done();
            case Sample.Amount(var value) ->
                out.put("asInt", value.toPlainString()).done();
            case Sample.Spread spread ->
                out.put("count", String.valueOf(spread.count()))
                        .put("sum", spread.sum())
                        .put("bucketCounts", texts(spread.counts(), count -> Value.of(String.valueOf(count))))
                        .put(
                                "explicitBounds",
                                texts(metric.kind().bounds(), bound -> new Value.Num(BigDecimal.valueOf(bound))))
                        .done();
        };
    }

    private static Value texts(List<Long> numbers, Function<Long, Value> each) {
        return new Value.Items(numbers.stream().map(each).collect(Collectors.toList()));
    }

    private static Value.Fields attribute(String key, String value) {
        return new FieldsWriter()
                .put("key", key)
                .put("value", new FieldsWriter().put("stringValue", value).done())
                .done();
    }

    private static String nanos(Instant moment) {
        return String.valueOf(moment.getEpochSecond() * 1_000_000_000 + moment.getNano());
    }
}
