package dev.prodigy.cli.metrics;

import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.engine.figures.Figures;
import dev.prodigy.engine.figures.Layer;
import dev.prodigy.engine.figures.Metric;
import dev.prodigy.engine.figures.Rates;
import dev.prodigy.engine.figures.Sample;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Figures as people read them: the rates first, then every metric with its samples.
record MetricsText(Gathered gathered, Style style, Consumer<String> out) {
    private static final Sample NOTHING = new Sample.Amount(BigDecimal.ZERO);

    void print() {
        gathered.told()
                .forEach(run -> out.accept(
                        style.strong(run.id()) + " " + run.status() + ": " + Printable.line(run.workflow())));
        if (gathered.called() > 0) {
            out.accept("with " + Counted.of(gathered.called(), "run") + " that its steps started");
        }
        var figures = gathered.figures();
        rates("steps", new Rates(figures, Layer.STEP));
        rates("items", new Rates(figures, Layer.AGENT));
        figures.metrics().forEach(metric -> metric(figures, metric));
    }

    private void rates(String name, Rates rates) {
        if (rates.kinds().isEmpty()) {
            return;
        }
        out.accept("");
        out.accept(style.strong(name));
        for (var kind : rates.kinds()) {
            var told = new ArrayList<String>();
            rates.ofKind(kind)
                    .members()
                    .forEach((rate, value) -> told.add(rate.replace('_', ' ') + " " + Json.write(value)));
            out.accept("  " + Printable.line(kind) + "  " + String.join(", ", told));
        }
    }

    private void metric(Figures figures, Metric metric) {
        out.accept("");
        out.accept(style.strong(metric.title()) + "  " + style.faint(metric.help()));
        figures.forEach(metric, (labels, sample) -> {
            // most places have no item most of the time
            if (metric != Metric.ITEMS || !sample.equals(NOTHING)) {
                out.accept("  " + told(metric, labels, sample));
            }
        });
    }

    private static String told(Metric metric, List<String> values, Sample sample) {
        var labels = new ArrayList<String>();
        for (int at = 0; at < values.size(); at++) {
            labels.add(metric.labels().get(at) + "=" + Printable.line(values.get(at)));
        }
        return String.join(" ", labels) + "  "
                + switch (sample) {
                    case Sample.Amount(var value) -> Json.write(new Value.Num(value));
                    case Sample.Spread spread ->
                        spread.count() + " times, mean "
                                + (spread.count() == 0 ? 0 : spread.sum() / spread.count())
                                + (metric.unit().isEmpty() ? "" : " " + metric.unit());
                };
    }
}
