package dev.prodigy.bench;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.util.List;
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
        var filter = CompiledExpression.parse(FILTER, BareNames.FIELDS);
        double nanos = Loop.nanos(() -> filter.isTrue(Scope.EMPTY, Sources.none(), item, 0));
        return List.of(
                Figure.of("expression: evaluate a filter of three conditions", 1e9 / nanos, "1/s")
                        .atLeast(1_000_000),
                Figure.of("parse it", Loop.nanos(() -> CompiledExpression.parse(FILTER, BareNames.FIELDS)), "ns"));
    }
}
