package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.Truth;
import dev.prodigy.model.value.Value;
import java.util.List;

/// A compiled expression (spec 01 §10): immutable, evaluated as often as needed, and total: evaluation never fails,
/// what makes no sense is null.
public final class CompiledExpression {
    private final String source;
    private final BareNames names;
    private final Node node;

    private CompiledExpression(String source, BareNames names, Node node) {
        this.source = source;
        this.names = names;
        this.node = node;
    }

    /// Compiles an expression.
    ///
    /// @param names what its bare names are
    /// @throws ExpressionSyntax when the text is none: syntax, unknown function, wrong number of arguments, bad
    ///     regular expression
    public static CompiledExpression parse(String source, BareNames names) {
        return new CompiledExpression(source, names, new ExpressionParser(Cursor.over(source), names).whole());
    }

    /// Evaluates an expression over variables.
    ///
    /// @return its value; null (the value) where it makes no sense
    public Value evaluate(Scope scope, Sources sources) {
        return new Evaluation(scope, sources).evaluate(node);
    }

    /// Evaluates an expression over the fields of a value, or a parameter's `validation`.
    ///
    /// @param scope where `${NAME}` is looked up
    /// @param subject the item, event or parameter value
    /// @param index its position among the others, from 0
    /// @return its value; null (the value) where it makes no sense
    public Value evaluate(Scope scope, Sources sources, Value subject, long index) {
        return switch (names) {
            case VARIABLES -> evaluate(scope, sources);
            case FIELDS -> new Evaluation(scope, sources).about(subject, index).evaluate(node);
            case VALIDATION -> evaluate(new ValidationScope(scope, subject), sources);
        };
    }

    /// Evaluates an expression over the fields of a value and of what stands beside it.
    ///
    /// @param beside names that lead there whatever the value is, and whatever fields it has
    /// @return whether its value counts as true
    public boolean isTrue(Scope scope, Sources sources, Value subject, long index, Value.Fields beside) {
        return Truth.of(new Evaluation(scope, sources)
                .about(subject, index)
                .beside(beside)
                .evaluate(node));
    }

    /// @return whether the value of {@link #evaluate(Scope, Sources)} counts as true
    public boolean isTrue(Scope scope, Sources sources) {
        return Truth.of(evaluate(scope, sources));
    }

    /// @return whether the value of {@link #evaluate(Scope, Sources, Value, long)} counts as true
    public boolean isTrue(Scope scope, Sources sources, Value subject, long index) {
        return Truth.of(evaluate(scope, sources, subject, index));
    }

    /// @return the paths of workflow variables that it may look up, at any depth, in the order of first appearance;
    ///     fields of an item are not among them
    public List<Path> variables() {
        return ReadVariables.of(node);
    }

    @Override
    public String toString() {
        return source;
    }
}
