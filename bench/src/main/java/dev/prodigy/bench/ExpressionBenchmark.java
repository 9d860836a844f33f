package dev.prodigy.bench;

import dev.prodigy.lang.expr.Expression;
import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A filter of work items: parsed once, evaluated for each.
final class ExpressionBenchmark implements Benchmark {
    private static final String FILTER = "priority >= 5 && path matches '\\.rs$' && not (tags[0] in ['old', 'draft'])";

    @Override
    public List<Figure> measure(Path scratch) {
        var item = new Value.Fields(Map.of(
                "priority", Value.of(7),
                "path", Value.of("src/engine/loop.rs"),
                "tags", new Value.Items(List.of(Value.of("new")))));
        var filter = Expression.parse(FILTER, Names.FIELDS);
        double nanos = Loop.nanos(() -> filter.isTrue(Scope.EMPTY, Sources.none(), item, 0));
        return List.of(
                new Figure(
                        "evaluate a filter of three conditions",
                        nanos,
                        "ns",
                        String.format(Locale.ROOT, "%,.0f/s, budget 1,000,000/s", 1e9 / nanos)),
                new Figure("parse it", Loop.nanos(() -> Expression.parse(FILTER, Names.FIELDS)), "ns", ""));
    }
}
