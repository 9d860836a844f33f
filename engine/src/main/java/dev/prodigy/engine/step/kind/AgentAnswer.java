package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an agent said, read from its output (spec 01 §11).
///
/// @param events all of them in order; of a text agent none
/// @param result the result event, or null where there is none
/// @param text the final text
/// @param isError whether the result event says that it failed
/// @param usage tokens, cost, model; what is unknown is left out
/// @param fault why the last event that cannot be read is none, or null where each can be
record AgentAnswer(
        List<Value> events,
        @Nullable Value result,
        String text,
        boolean isError,
        Value.Fields usage,
        @Nullable String fault) {

    static AgentAnswer read(AgentSpec.Answer answer, String stdout, Language language) {
        if (answer.format() == AgentSpec.Format.TEXT) {
            return new AgentAnswer(
                    List.of(), null, CaptureReader.withoutLineEnds(stdout), false, new FieldsWriter().done(), null);
        }
        var events = events(answer.format(), stdout);
        var reading = new Reading(language);
        var result = reading.last(answer.resultWhen(), events);
        var text = result == null ? null : reading.text(answer.result(), result);
        return new AgentAnswer(
                events,
                result,
                text == null ? stdout.strip() : text,
                result != null && reading.isTrue(answer.errorWhen(), result),
                reading.usage(answer.report(), events),
                result == null ? fault(answer.format(), stdout) : null);
    }

    private static @Nullable String fault(AgentSpec.Format format, String stdout) {
        if (format == AgentSpec.Format.JSON) {
            return stdout.isBlank() ? null : Json.fault(stdout.strip());
        }
        return stdout.lines()
                .filter(line -> line.startsWith("{"))
                .map(Json::fault)
                .filter(Objects::nonNull)
                .reduce(null, (_, later) -> later);
    }

    private static List<Value> events(AgentSpec.Format format, String stdout) {
        if (format == AgentSpec.Format.JSON) {
            var document = Json.tryParse(stdout.strip());
            return document == null ? List.of() : List.of(document);
        }
        return stdout.lines()
                .filter(line -> line.startsWith("{"))
                .map(Json::tryParse)
                .filter(event -> event instanceof Value.Fields)
                .toList();
    }

    /// Evaluates an agent's expressions over its events.
    private record Reading(Language language) {

        @Nullable
        Value last(@Nullable Expression when, List<Value> events) {
            for (int i = events.size() - 1; i >= 0; i--) {
                if (when == null || isTrue(when, events.get(i))) {
                    return events.get(i);
                }
            }
            return null;
        }

        boolean isTrue(@Nullable Expression expression, Value event) {
            return expression != null
                    && language.expression(expression, BareNames.FIELDS).isTrue(Scope.EMPTY, Sources.none(), event, 0);
        }

        @Nullable
        String text(@Nullable Expression expression, Value event) {
            if (expression == null) {
                return null;
            }
            var value = value(expression, event);
            return value.isNull() ? "" : ValueText.of(value);
        }

        Value.Fields usage(AgentSpec.Report report, List<Value> events) {
            return new FieldsWriter()
                    .put("input_tokens", figure(report.inputTokens(), events))
                    .put("output_tokens", figure(report.outputTokens(), events))
                    .put("cost_usd", figure(report.costUsd(), events))
                    .put("model", newest(report.model(), events))
                    .done();
        }

        /// A missing or negative figure is unknown, never 0.
        private @Nullable Value figure(@Nullable Expression expression, List<Value> events) {
            return newest(expression, events) instanceof Value.Num number
                            && number.number().signum() >= 0
                    ? number
                    : null;
        }

        private @Nullable Value newest(@Nullable Expression expression, List<Value> events) {
            if (expression == null) {
                return null;
            }
            for (int i = events.size() - 1; i >= 0; i--) {
                var value = value(expression, events.get(i));
                if (!value.isNull()) {
                    return value;
                }
            }
            return null;
        }

        private Value value(Expression expression, Value event) {
            return language.expression(expression, BareNames.FIELDS).evaluate(Scope.EMPTY, Sources.none(), event, 0);
        }
    }
}
