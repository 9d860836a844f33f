package dev.prodigy.cli.metrics;

import dev.prodigy.engine.figures.Figures;
import dev.prodigy.engine.figures.Layer;
import dev.prodigy.engine.figures.Metric;
import dev.prodigy.engine.figures.Rates;
import dev.prodigy.engine.figures.Sample;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Figures as the JSON document of `metrics` (spec 05 §8).
record MetricsJson(Gathered gathered) {

    Value.Fields document() {
        var figures = gathered.figures();
        var errors = gathered.errorMetrics();
        var failure = gathered.failure();
        return new FieldsWriter()
                .put(
                        "runs",
                        new Value.Items(gathered.told().stream()
                                .<Value>map(MetricsJson::run)
                                .toList()))
                .put("called_runs", gathered.called())
                .put(
                        "metrics",
                        new Value.Items(figures.metrics().stream()
                                .<Value>map(metric -> metric(figures, metric))
                                .toList()))
                .put(
                        "rates",
                        new FieldsWriter()
                                .put("step", new Rates(figures, Layer.STEP).toFields())
                                .put("agent", new Rates(figures, Layer.AGENT).toFields())
                                .done())
                .put("error_metrics", errors == null ? null : errors.toValue())
                .put("error", failure == null ? null : failure.toValue())
                .done();
    }

    private static Value.Fields run(Gathered.Run run) {
        return new FieldsWriter()
                .put("run_id", run.id())
                .put("workflow", run.workflow())
                .put("mode", run.mode())
                .put("status", run.status())
                .done();
    }

    private static Value.Fields metric(Figures figures, Metric metric) {
        var samples = new ArrayList<Value>();
        figures.forEach(metric, (labels, sample) -> samples.add(sample(metric, labels, sample)));
        return new FieldsWriter()
                .put("name", metric.title())
                .put("type", metric.kind().word())
                .put("unit", metric.unit().isEmpty() ? null : metric.unit())
                .put("help", metric.help())
                .put("samples", new Value.Items(samples))
                .done();
    }

    private static Value.Fields sample(Metric metric, List<String> values, Sample sample) {
        var labels = new FieldsWriter();
        for (int at = 0; at < values.size(); at++) {
            labels.put(metric.labels().get(at), values.get(at));
        }
        var out = new FieldsWriter().put("labels", labels.done());
        return switch (sample) {
            case Sample.Amount(var value) ->
                out.put("value", new Value.Num(value)).done();
            case Sample.Spread spread ->
                out.put("count", spread.count())
                        .put("sum", spread.sum())
                        .put("buckets", buckets(metric, spread))
                        .done();
        };
    }

    /// Cumulative, as everywhere that buckets are shown with the bound they end at.
    private static Value buckets(Metric metric, Sample.Spread spread) {
        var buckets = new ArrayList<Value>();
        long below = 0;
        for (int at = 0; at < spread.counts().size(); at++) {
            below += spread.counts().get(at);
            buckets.add(new FieldsWriter()
                    .put("le", PrometheusText.bound(metric.kind().bounds(), at))
                    .put("count", below)
                    .done());
        }
        return new Value.Items(buckets);
    }
}
