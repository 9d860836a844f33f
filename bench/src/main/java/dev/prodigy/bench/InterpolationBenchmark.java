package dev.prodigy.bench;

import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A large value put into a text: one pass over it, beside one copy of the same text.
final class InterpolationBenchmark implements Benchmark {
    private static final int SIZE = 10 << 20;

    @Override
    public List<Figure> measure(Path scratch) {
        var value = "0123456789abcde\n".repeat(SIZE / 16);
        var scope = Scope.of(Map.of("big", Binding.data(Value.of(value))));
        var template = Template.parse("before ${big} after", TextPlace.TEXT);
        double copied = Loop.nanosOfFew(() -> "before " + value + " after");
        double filled = Loop.nanosOfFew(() -> template.render(scope, Sources.none()));
        return List.of(Figure.of("put a value of 10 MB into a text", filled / 1e6, "ms")
                .saying("%.1f × a copy of the text".formatted(filled / copied)));
    }
}
