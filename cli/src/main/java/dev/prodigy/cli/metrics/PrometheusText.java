package dev.prodigy.cli.metrics;

import dev.prodigy.engine.figures.Figures;
import dev.prodigy.engine.figures.Metric;
import dev.prodigy.engine.figures.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;

/// Figures in the text format that Prometheus reads, version 0.0.4.
final class PrometheusText {
    private static final String PREFIX = "prodigy_";

    private final Consumer<String> out;

    /// @param out gets each line
    PrometheusText(Consumer<String> out) {
        this.out = out;
    }

    void print(Figures figures) {
        figures.metrics().forEach(metric -> {
            var name = PREFIX + metric.title();
            out.accept(
                    "# HELP " + name + " " + metric.help().replace("\\", "\\\\").replace("\n", "\\n"));
            out.accept("# TYPE " + name + " " + metric.kind().word());
            figures.forEach(metric, (labels, sample) -> print(metric, name, labels, sample));
        });
    }

    private void print(Metric metric, String name, List<String> values, Sample sample) {
        switch (sample) {
            case Sample.Amount(var value) ->
                out.accept(name + labels(metric.labels(), values) + " " + value.toPlainString());
            case Sample.Spread spread -> {
                var names = new ArrayList<>(metric.labels());
                names.add("le");
                long below = 0;
                for (int at = 0; at < spread.counts().size(); at++) {
                    below += spread.counts().get(at);
                    var limits = new ArrayList<>(values);
                    limits.add(bound(metric.kind().bounds(), at));
                    out.accept(name + "_bucket" + labels(names, limits) + " " + below);
                }
                out.accept(name + "_sum" + labels(metric.labels(), values) + " " + spread.sum());
                out.accept(name + "_count" + labels(metric.labels(), values) + " " + spread.count());
            }
        }
    }

    /// @return the upper bound of a bucket
    static String bound(List<Long> bounds, int at) {
        return at < bounds.size() ? String.valueOf(bounds.get(at)) : "+Inf";
    }

    private static String labels(List<String> names, List<String> values) {
        var all = new StringJoiner(",", "{", "}");
        for (int at = 0; at < names.size(); at++) {
            all.add(names.get(at) + "=\"" + escaped(values.get(at)) + "\"");
        }
        return all.toString();
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
