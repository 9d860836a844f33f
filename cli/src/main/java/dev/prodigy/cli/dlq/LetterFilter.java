package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.cli.command.Values;
import dev.prodigy.lang.expr.Expression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Which dead letters are wanted.
///
/// @param expression over the item and, as `failure`, the rest of the record; null for any
/// @param signature the cluster, or null for any
/// @param eligibleOnly whether running again must be able to differ
record LetterFilter(
        @Nullable Expression expression, @Nullable String signature, boolean eligibleOnly) {
    private static final String FAILURE = "failure";

    /// The language of `map.filter`.
    static final Option<Expression> FILTER = Option.value(
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
                && (expression == null
                        || expression.isTrue(
                                Scope.EMPTY, Sources.none(), subject(expression, letter, box), letter.index()));
    }

    /// The item's own fields with `failure` beside them. An item without fields stays what it is, unless the
    /// expression asks for the failure.
    private static Value subject(Expression expression, DeadLetter letter, LetterBox box) {
        var data = box.data(letter);
        var members = new LinkedHashMap<String, Value>();
        if (data instanceof Value.Fields(var fields)) {
            members.putAll(fields);
        } else if (expression.fields().stream().noneMatch(path -> path.first().equals(FAILURE))) {
            return data;
        }
        var rest = new LinkedHashMap<>(letter.toValue(data).members());
        rest.remove("item_data");
        members.put(FAILURE, new Value.Fields(rest));
        return new Value.Fields(members);
    }

    private static Expression parse(String text) {
        try {
            return Expression.parse(text, Names.FIELDS);
        } catch (ExpressionSyntax e) {
            throw new UnreadableValue("an expression (" + e.getMessage() + ")");
        }
    }
}
