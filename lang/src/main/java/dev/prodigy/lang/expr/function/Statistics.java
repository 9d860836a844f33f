package dev.prodigy.lang.expr.function;

import dev.prodigy.lang.expr.value.Arithmetic;
import dev.prodigy.lang.expr.value.Numbers;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Statistics over the numbers and numeric texts of a list; other elements are left out. Variance and deviation are
/// the population's.
final class Statistics {
    static final List<ValueFunction> ALL = List.of(
            statistic("sum", Statistics::sum),
            statistic("avg", Statistics::average),
            statistic("min", numbers -> numbers.isEmpty() ? null : Collections.min(numbers)),
            statistic("max", numbers -> numbers.isEmpty() ? null : Collections.max(numbers)),
            statistic("median", Statistics::median),
            statistic("variance", Statistics::variance),
            statistic("stddev", Statistics::deviation));

    private Statistics() {}

    private static ValueFunction statistic(String name, Function<List<BigDecimal>, @Nullable BigDecimal> of) {
        return new ValueFunction(name, 1, 2, arguments -> {
            var list = Elements.of(arguments);
            return list == null
                    ? Value.Null.NULL
                    : Arithmetic.number(of.apply(list.keys()
                            .map(Numbers::of)
                            .filter(Objects::nonNull)
                            .toList()));
        });
    }

    private static @Nullable BigDecimal sum(List<BigDecimal> numbers) {
        BigDecimal sum = BigDecimal.ZERO;
        for (var each : numbers) {
            sum = sum == null ? null : Arithmetic.ADD.apply(sum, each);
        }
        return sum;
    }

    private static @Nullable BigDecimal average(List<BigDecimal> numbers) {
        var sum = sum(numbers);
        return sum == null ? null : Arithmetic.DIVIDE.apply(sum, BigDecimal.valueOf(numbers.size()));
    }

    private static @Nullable BigDecimal median(List<BigDecimal> numbers) {
        if (numbers.isEmpty()) {
            return null;
        }
        var sorted = numbers.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : average(sorted.subList(half - 1, half + 1));
    }

    private static @Nullable BigDecimal variance(List<BigDecimal> numbers) {
        var average = average(numbers);
        if (average == null) {
            return null;
        }
        return average(numbers.stream()
                .map(each -> each.subtract(average, MathContext.DECIMAL128))
                .map(each -> each.multiply(each, MathContext.DECIMAL128))
                .toList());
    }

    private static @Nullable BigDecimal deviation(List<BigDecimal> numbers) {
        var variance = variance(numbers);
        return variance == null ? null : variance.sqrt(MathContext.DECIMAL128);
    }
}
