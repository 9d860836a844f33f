package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.cli.command.Values;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which dead letters are wanted.
///
/// @param expression over the item and, as `failure`, the rest of the record; null for any
/// @param signature the cluster, or null for any
/// @param eligibleOnly whether running again must be able to differ
record LetterFilter(
        @Nullable CompiledExpression expression, @Nullable String signature, boolean eligibleOnly) {
    private static final String FAILURE = "failure";

    /// The language of `map.filter`.
    static final Option<CompiledExpression> FILTER = Option.value(
            LetterFilter::parse,
            "EXPRESSION",
            "as map.filter, over the item and its `failure` record: \"failure.error_type == 'timeout'\"",
            "--filter");

    /// Failures that are alike.
    static final Option<String> SIGNATURE =
            Option.value(Values::text, "SIGNATURE", "failures with this signature", "--signature");

    /// @param eligibleOnly whether running again must be able to differ
    static LetterFilter of(Invocation call, boolean eligibleOnly) {
        return new LetterFilter(call.value(FILTER), call.value(SIGNATURE), eligibleOnly);
    }

    /// @return whether the letter is wanted
    boolean accepts(DeadLetter letter, LetterBox box) {
        return (!eligibleOnly || letter.facts().reprocessEligible())
                && (signature == null || signature.equals(letter.facts().signature()))
                && (expression == null || isTrue(expression, letter, box.data(letter)));
    }

    /// The item, whatever it is, with `failure` beside it.
    static boolean isTrue(CompiledExpression expression, DeadLetter letter, Value data) {
        var rest = new LinkedHashMap<>(letter.toValue(data).members());
        rest.remove("item_data");
        var beside = new Value.Fields(Map.of(FAILURE, new Value.Fields(rest)));
        return expression.isTrue(Scope.EMPTY, Sources.none(), data, letter.index(), beside);
    }

    private static CompiledExpression parse(String text) {
        try {
            return CompiledExpression.parse(text, BareNames.FIELDS);
        } catch (ExpressionSyntax e) {
            throw new UnreadableValue("an expression (" + e.getMessage() + ")");
        }
    }
}
