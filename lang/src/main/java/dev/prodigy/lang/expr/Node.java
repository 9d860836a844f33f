package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.function.ValueFunction;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.value.Arithmetic;
import dev.prodigy.model.value.Value;
import java.util.List;

/// A part of a compiled expression. What each means is in {@link Evaluation}.
///
/// Chains of one precedence are flat lists: a thousand `||` must not be a thousand levels deep.
sealed interface Node {

    /// A number, text, boolean or null as written.
    record Literal(Value value) implements Node {}

    /// A text with placeholders.
    record Interpolated(Template template) implements Node {}

    /// `[a, b]`.
    record ListOf(List<Node> elements) implements Node {}

    /// A variable of the workflow.
    record Variable(Path path) implements Node {}

    /// A field of the value that the expression is about, or that value itself when the path is empty.
    record Field(Path path) implements Node {}

    /// `_index`.
    record Position() implements Node {}

    /// `${…}` with more than a path or expression in it.
    record Braced(Placeholder placeholder) implements Node {}

    /// `!x` and `not x`.
    record Not(Node operand) implements Node {}

    /// `-x`.
    record Negated(Node operand) implements Node {}

    /// `a && b && …`.
    record All(List<Node> operands) implements Node {}

    /// `a || b || …`.
    record Any(List<Node> operands) implements Node {}

    /// A comparison.
    record Compared(Operator operator, Node left, Node right) implements Node {}

    /// `matches` with a pattern that is known.
    record Searched(Node text, Regex regex) implements Node {}

    /// `a + b - …` or `a * b / …`.
    record Computed(Node first, List<Step> steps) implements Node {
        /// One operation and its right operand.
        record Step(Arithmetic operation, Node operand) {}
    }

    /// A function of values.
    record Called(ValueFunction function, List<Node> arguments) implements Node {}

    /// `if(condition, then, otherwise)`; only one of the two is evaluated.
    record Choice(Node condition, Node then, Node otherwise) implements Node {}

    /// `default(value, fallback)`.
    record Defaulted(Node value, Node fallback) implements Node {}

    /// `exists(path)`.
    record Exists(Node path) implements Node {}

    /// `where(list, 'condition')`, with its condition compiled over fields.
    record Where(Node list, Node condition) implements Node {}

    /// What follows a closing parenthesis or brace: `first(x).name`.
    record Walked(Node from, Path path) implements Node {}
}
