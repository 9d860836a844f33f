package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Lookup;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.lang.expr.value.Arithmetic;
import dev.prodigy.lang.expr.value.Truth;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One evaluation of an expression or text: what it is about, where its names come from, and whether data was read
/// (spec 01 §10.2). Total: what makes no sense is null.
final class Evaluation {
    private static final Value EMPTY = new Value.Text("");
    private static final Value.Fields NOTHING = new Value.Fields(Map.of());

    private final Scope scope;
    private final Sources sources;
    private @Nullable Value subject;
    private long index;
    private Value.Fields beside = NOTHING;
    private @Nullable Scope scopeOfSubject;
    private boolean dataWasRead;

    Evaluation(Scope scope, Sources sources) {
        this.scope = scope;
        this.sources = sources.atOneInstant();
    }

    /// Makes this evaluation one over fields.
    ///
    /// @param value the value whose fields the bare names are
    /// @param position its position among others, from 0
    Evaluation about(Value value, long position) {
        subject = value;
        index = position;
        scopeOfSubject = null;
        return this;
    }

    /// Lets names of this evaluation over fields lead to what stands beside the value.
    Evaluation beside(Value.Fields others) {
        beside = others;
        scopeOfSubject = null;
        return this;
    }

    Sources sources() {
        return sources;
    }

    /// @return where `${NAME}` is looked up: over fields, a field takes the place of a variable that is not there
    Scope scope() {
        if (subject == null) {
            return scope;
        }
        if (scopeOfSubject == null) {
            scopeOfSubject = new SubjectScope(scope, subject, index, beside);
        }
        return scopeOfSubject;
    }

    /// @return the value, and whether data was read to make it
    Resolution.Filled filled(Node node) {
        boolean before = dataWasRead;
        dataWasRead = false;
        var value = evaluate(node);
        var nature = dataWasRead ? Nature.DATA : Nature.TEXT;
        dataWasRead |= before;
        return Resolution.Filled.of(value, nature);
    }

    Value evaluate(Node node) {
        return switch (node) {
            case Node.Literal(Value value) -> value;
            case Node.Interpolated(Template template) -> interpolated(template);
            case Node.ListOf(var elements) -> new Value.Items(all(elements));
            case Node.Variable(Path path) -> variable(path);
            case Node.Field(Path path) -> orNull(field(path));
            case Node.Position _ -> Value.of(index);
            case Node.Braced(Placeholder placeholder) -> braced(placeholder);
            case Node.Not(Node operand) -> Value.of(!isTrue(operand));
            case Node.Negated(Node operand) -> Arithmetic.negate(evaluate(operand));
            case Node.All(var operands) -> Value.of(areAll(operands, true));
            case Node.Any(var operands) -> Value.of(!areAll(operands, false));
            case Node.Compared(Operator operator, Node left, Node right) ->
                Value.of(operator.test(evaluate(left), evaluate(right)));
            case Node.Searched(Node text, var regex) -> {
                String searched = ValueText.ofScalar(evaluate(text));
                yield Value.of(searched != null && regex.isFoundIn(searched));
            }
            case Node.Computed(Node first, var steps) -> computed(evaluate(first), steps);
            case Node.Called(var function, var arguments) -> function.body().apply(all(arguments));
            case Node.Choice(Node condition, Node then, Node otherwise) ->
                evaluate(isTrue(condition) ? then : otherwise);
            case Node.Defaulted(Node value, Node fallback) -> {
                var given = evaluate(value);
                yield given.isNull() || given.equals(EMPTY) ? evaluate(fallback) : given;
            }
            case Node.Exists(Node path) -> Value.of(exists(path));
            case Node.Where(Node list, Node condition) -> where(evaluate(list), condition);
            case Node.Walked(Node from, Path path) -> orNull(path.in(evaluate(from)));
        };
    }

    boolean isTrue(Node node) {
        return Truth.of(evaluate(node));
    }

    /// @return whether every operand has that truth; the rest is not evaluated once one has not
    private boolean areAll(List<Node> operands, boolean truth) {
        for (var operand : operands) {
            if (isTrue(operand) != truth) {
                return false;
            }
        }
        return true;
    }

    private List<Value> all(List<Node> nodes) {
        var values = new ArrayList<Value>(nodes.size());
        for (var node : nodes) {
            values.add(evaluate(node));
        }
        return values;
    }

    private Value computed(Value first, List<Node.Computed.Step> steps) {
        var value = first;
        for (var step : steps) {
            value = step.operation().apply(value, evaluate(step.operand()));
        }
        return value;
    }

    private Value variable(Path path) {
        return switch (path.in(scope())) {
            case Lookup.Found(var value, var nature, var _) -> {
                dataWasRead |= nature == Nature.DATA;
                yield value;
            }
            case Lookup.Group(var members) -> {
                dataWasRead = true;
                yield UnstoredRead.checked(members.whole());
            }
            case Lookup.Missing _ -> Value.Null.NULL;
            case Lookup.NotOwned _ -> {
                dataWasRead = true;
                var asked = path.asked();
                yield asked == null ? Value.of(environment(path)) : Value.of(environment(asked) != null);
            }
        };
    }

    /// @return the process environment's variable, null when there is none or the path is no plain name
    private @Nullable String environment(Path path) {
        return path.isPlain() ? scope.environment(path.first()) : null;
    }

    private @Nullable Value field(Path path) {
        dataWasRead = true;
        return subject == null ? null : path.in(beside.get(path.first()) == null ? subject : beside);
    }

    private Value interpolated(Template template) {
        return switch (template.render(this)) {
            case Resolution.Filled filled -> {
                dataWasRead |= filled.nature() == Nature.DATA;
                yield new Value.Text(filled.text());
            }
            case Resolution.Undefined _, Resolution.Failed _ -> EMPTY;
        };
    }

    private Value braced(Placeholder placeholder) {
        return switch (placeholder.resolve(this)) {
            case Resolution.Filled filled -> {
                dataWasRead |= filled.nature() == Nature.DATA;
                yield filled.value();
            }
            case Resolution.Foreign _, Resolution.Undefined _, Resolution.Failed _ -> Value.Null.NULL;
        };
    }

    private boolean exists(Node node) {
        return switch (node) {
            case Node.Variable(Path path) ->
                switch (path.whetherIn(scope())) {
                    case Lookup.Found _, Lookup.Group _ -> true;
                    case Lookup.Missing _ -> false;
                    case Lookup.NotOwned _ -> environment(path) != null;
                };
            case Node.Field(Path path) -> field(path) != null;
            case Node.Walked(Node from, Path path) -> path.in(evaluate(from)) != null;
            case Node other -> !evaluate(other).isNull();
        };
    }

    private Value where(Value list, Node condition) {
        if (!(list instanceof Value.Items(var values))) {
            return Value.Null.NULL;
        }
        var inner = new Evaluation(scope, sources);
        var kept = new ArrayList<Value>();
        for (int i = 0; i < values.size(); i++) {
            if (inner.about(values.get(i), i).isTrue(condition)) {
                kept.add(values.get(i));
            }
        }
        dataWasRead |= inner.dataWasRead;
        return new Value.Items(kept);
    }

    private static Value orNull(@Nullable Value value) {
        return value == null ? Value.Null.NULL : value;
    }
}
