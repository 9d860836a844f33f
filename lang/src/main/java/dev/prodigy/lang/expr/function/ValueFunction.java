package dev.prodigy.lang.expr.function;

import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/// A function of the expression language (spec 01 §10.3): total, pure, and the same for equal arguments.
///
/// @param fewest the least number of arguments
/// @param most the greatest number of arguments
/// @param body makes a value of that many arguments; what makes no sense is null
public record ValueFunction(String name, int fewest, int most, Body body) {

    /// What a function does.
    @FunctionalInterface
    public interface Body {
        /// @return the result; null (the value) where the arguments make no sense
        Value apply(List<Value> arguments);
    }

    static ValueFunction one(String name, UnaryOperator<Value> body) {
        return new ValueFunction(name, 1, 1, arguments -> body.apply(arguments.getFirst()));
    }

    static ValueFunction two(String name, BinaryOperator<Value> body) {
        return new ValueFunction(name, 2, 2, arguments -> body.apply(arguments.get(0), arguments.get(1)));
    }

    /// A function of any number of arguments.
    static ValueFunction any(String name, Body body) {
        return new ValueFunction(name, 0, Integer.MAX_VALUE, body);
    }
}
