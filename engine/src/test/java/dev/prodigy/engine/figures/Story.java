package dev.prodigy.engine.figures;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A journal, written as one event a line: its type and its members, where `ERROR` stands for an error record.
final class Story {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final String ERROR = """
            {"code":"%s","category":"%s","message":"m","retryable":true%s}""";

    private final Figures figures = new Figures();
    private final RunFigures run = new RunFigures(figures);
    private long seq;

    /// Tells events, a second of the run clock each.
    Story tell(String lines) {
        for (var line : lines.strip().split("\n", -1)) {
            int space = line.strip().indexOf(' ');
            var text = line.strip().substring(space + 1);
            event(line.strip().substring(0, space), filled(text));
        }
        return this;
    }

    private static String filled(String text) {
        return text.replace("ERROR", ERROR.formatted("EXIT_1", "command_failed", ""))
                .replace(
                        "SLOW",
                        ERROR.formatted("TIMEOUT", "timeout", ",\"timeout_ms\":5,\"timeout_scope\":\"attempt\""))
                .replace(
                        "LATE", ERROR.formatted("TIMEOUT", "timeout", ",\"timeout_ms\":5,\"timeout_scope\":\"agent\""));
    }

    void event(String type, String body) {
        var fields = (Value.Fields) Json.parse(body);
        seq++;
        run.take(new Recorded(
                seq,
                BEGIN.plusSeconds(seq),
                Duration.ofSeconds(seq),
                "mapreduce-x",
                null,
                Context.read(fields),
                EventTypes.read(type, fields)));
    }

    /// @return what holds now is told too
    Story now(boolean isLive) {
        run.conclude("run-1", isLive, 5);
        return this;
    }

    /// @return steps that something is remembered of
    int openSteps() {
        return run.openSteps();
    }

    Figures figures() {
        return figures;
    }

    /// @return each sample of a metric, as `label,label value`, of a histogram its count and sum
    List<String> of(Metric metric) {
        var told = new ArrayList<String>();
        figures.forEach(
                metric,
                (labels, sample) -> told.add(String.join(",", labels) + " "
                        + switch (sample) {
                            case Sample.Amount(var value) -> value.toPlainString();
                            case Sample.Spread spread -> spread.count() + " " + spread.sum();
                        }));
        return told;
    }
}
