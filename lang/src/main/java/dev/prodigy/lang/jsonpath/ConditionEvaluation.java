package dev.prodigy.lang.jsonpath;

import com.google.re2j.Pattern;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides the conditions of filters (RFC 9535 §2.3.5.2, §2.4).
final class ConditionEvaluation {
    private static final int MAX_REMEMBERED_PATTERNS = 64;

    private final Evaluation queries;
    private final Budget budget;
    private final Map<String, Optional<Pattern>> patterns = new HashMap<>();

    ConditionEvaluation(Evaluation queries, Budget budget) {
        this.queries = queries;
        this.budget = budget;
    }

    /// @param current what `@` means
    boolean holds(Condition condition, Value current) {
        budget.spend(1);
        return switch (condition) {
            case Condition.Or(var parts) -> parts.stream().anyMatch(part -> holds(part, current));
            case Condition.And(var parts) -> parts.stream().allMatch(part -> holds(part, current));
            case Condition.Not(var inner) -> !holds(inner, current);
            case Condition.Exists(var query) -> exists(query, current);
            case Condition.Comparison(var left, var relation, var right) ->
                relation.holds(value(left, current), value(right, current), budget);
            case Condition.Matches(var text, var pattern, var extent) ->
                matches(value(text, current), value(pattern, current), extent);
        };
    }

    /// @return the operand's value, or null for nothing
    private @Nullable Value value(Operand operand, Value current) {
        return switch (operand) {
            case Operand.Literal(var value) -> value;
            case Operand.Node(var query) -> queries.single(query, current);
            case Operand.Length(var of) -> length(value(of, current));
            case Operand.Count(var query) -> count(query, current);
            case Operand.ValueOf(var query) -> only(query, current);
        };
    }

    private boolean exists(Query query, Value current) {
        var found = new boolean[1];
        queries.visit(query, current, _ -> {
            found[0] = true;
            return false;
        });
        return found[0];
    }

    private Value count(Query query, Value current) {
        var nodes = new long[1];
        queries.visit(query, current, _ -> {
            nodes[0]++;
            return true;
        });
        return Value.of(nodes[0]);
    }

    private @Nullable Value only(Query query, Value current) {
        var nodes = new ArrayList<Value>(2);
        queries.visit(query, current, node -> {
            nodes.add(node);
            return nodes.size() < 2;
        });
        return nodes.size() == 1 ? nodes.getFirst() : null;
    }

    private @Nullable Value length(@Nullable Value of) {
        return switch (of) {
            case Value.Text(String text) -> {
                budget.spendOnText(text.length());
                yield Value.of(text.codePointCount(0, text.length()));
            }
            case Value.Items(var elements) -> Value.of(elements.size());
            case Value.Fields(var members) -> Value.of(members.size());
            case Value.Null _, Value.Bool _, Value.Num _ -> null;
            case null -> null;
        };
    }

    private boolean matches(@Nullable Value text, @Nullable Value pattern, IRegexp.Extent extent) {
        if (!(text instanceof Value.Text(String subject)) || !(pattern instanceof Value.Text(String source))) {
            return false;
        }
        var compiled = pattern(source);
        if (compiled.isEmpty()) {
            return false;
        }
        budget.spendOnText(subject.length());
        var matcher = compiled.get().matcher(subject);
        return switch (extent) {
            case WHOLE -> matcher.matches();
            case ANY_PART -> matcher.find();
        };
    }

    private Optional<Pattern> pattern(String source) {
        budget.spendOnText(source.length());
        if (patterns.size() >= MAX_REMEMBERED_PATTERNS && !patterns.containsKey(source)) {
            patterns.clear();
        }
        return patterns.computeIfAbsent(source, IRegexp::compile);
    }
}
