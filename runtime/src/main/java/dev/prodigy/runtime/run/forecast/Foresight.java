package dev.prodigy.runtime.run.forecast;

import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.lang.decode.workflow.ReadParameters;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Lookup;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.forecast.RunPreview.Action;
import dev.prodigy.runtime.run.forecast.RunPreview.Verdict;
import dev.prodigy.runtime.run.input.InputScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What the texts, numbers and conditions of a workflow come to before anything has run: parameters, environment and
/// arguments are known, what steps bring forth is not. Runs no command and reads no file.
final class Foresight {
    private static final String ITEM = "item";

    private final Language language;
    private final StepDeclarations declared;
    private final StepScope scope;

    Foresight(InputScope known) {
        this.language = known.language();
        this.declared = known.declared();
        this.scope = known.scope();
    }

    Language language() {
        return language;
    }

    StepScope scope() {
        return scope;
    }

    /// A step with the numbers, booleans and durations that its placeholders give.
    ///
    /// @param open those that only the run will know
    record Settled(Step step, List<OpenSettings.Open> open) {
        /// @return what stands for a figure that only the run will know, or null
        @Nullable
        String open(OpenSettings.Figure figure) {
            return open.stream()
                    .filter(each -> each.changes(figure))
                    .map(each -> each.text().source())
                    .findFirst()
                    .orElse(null);
        }
    }

    /// @return the step with what is known of it
    Settled settled(Step step) {
        var open = step.open();
        if (open == null) {
            return new Settled(step, List.of());
        }
        var values = new HashMap<String, String>();
        var unknown = new ArrayList<OpenSettings.Open>();
        for (var setting : open.settings()) {
            var filled = text(setting.text());
            var value = filled == null || setting.literal().isText() ? filled : filled.strip();
            if (value != null && setting.literal().allows(value)) {
                values.put(setting.text().source(), value);
            } else {
                unknown.add(setting);
            }
        }
        try {
            return new Settled(values.isEmpty() ? step : open.reading().read(values), unknown);
        } catch (OpenSettings.Clash clash) {
            return new Settled(step, open.settings());
        }
    }

    /// @return the text with its placeholders filled, or null when only the run will know it
    @Nullable
    String text(Text text) {
        var filled = filled(text);
        return filled == null ? null : filled.text();
    }

    /// @return what the text comes to, or null when only the run will know it
    Resolution.@Nullable Filled filled(Text text) {
        return filled(text, TextPlace.PATH);
    }

    /// @return the same where a list is taken
    Resolution.@Nullable Filled list(Text text) {
        return filled(text, TextPlace.LIST);
    }

    private Resolution.@Nullable Filled filled(Text text, TextPlace place) {
        return language.template(text, place).render(scope, Sources.none()) instanceof Resolution.Filled filled
                ? filled
                : null;
    }

    /// @param hidden names that stand for something else at the step
    /// @param masked takes the secrets out of what is told
    /// @return what a template's parameters are given, as far as that is known
    ReadParameters read(StepKind.Inline template, Set<String> hidden, UnaryOperator<String> masked) {
        var given = new LinkedHashMap<Parameter, Value>();
        boolean whole = true;
        for (var parameter : template.parameters()) {
            var with = template.with().get(parameter.name());
            var known = with == null ? null : value(with, hidden);
            boolean isLeft =
                    known != null && known.isNull() && template.defaults().containsKey(parameter.name());
            var value = isLeft ? null : known;
            whole &= value != null;
            if (value != null) {
                given.put(parameter, value);
            }
        }
        // a validation may compare a parameter with one that only the run will know
        return ReadParameters.of(whole ? given : withoutValidations(given), _ -> Binding.notOwned(), masked);
    }

    private static SequencedMap<Parameter, Value> withoutValidations(SequencedMap<Parameter, Value> given) {
        var typed = new LinkedHashMap<Parameter, Value>();
        given.forEach((parameter, value) -> typed.put(parameter.withoutValidation(), value));
        return typed;
    }

    private @Nullable Value value(Data data, Set<String> hidden) {
        return switch (data) {
            case Data.Constant(var value, var _) -> value;
            case Data.Phrase(var text) -> {
                var template = language.template(text, TextPlace.TEXT);
                boolean isKnown = template.variables().stream()
                        .allMatch(path -> !hidden.contains(path.first()) && isKnown(path, false));
                yield isKnown && template.render(scope, Sources.none()) instanceof Resolution.Filled filled
                        ? filled.value()
                        : null;
            }
            // what lists and maps hold only the run will fill
            case Data.Sequence _, Data.Mapping _ -> null;
        };
    }

    /// @param when a step's condition, or null
    /// @param owned whether names that nobody declared may be given by what stands around the step: a loop, an item
    Verdict decide(@Nullable Expression when, boolean owned) {
        if (when == null) {
            return new Verdict(Action.RUN, "no condition");
        }
        var condition = "`when: " + when.source() + "`";
        var unknown = unknown(language.expression(when, BareNames.VARIABLES), owned);
        if (unknown != null) {
            return new Verdict(
                    Action.UNKNOWN, condition + " depends on `" + unknown + "`, which only the run will know");
        }
        return language.expression(when, BareNames.VARIABLES).isTrue(scope, Sources.none())
                ? new Verdict(Action.RUN, condition + " is true")
                : new Verdict(Action.SKIP, condition + " is false");
    }

    /// @return a variable of the expression that only the run will know, or null
    private @Nullable String unknown(CompiledExpression expression, boolean owned) {
        return expression.variables().stream()
                .filter(path -> !isKnown(path, owned))
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    /// @param expression about an item, which is there where the expression is evaluated
    /// @return a variable of it that only the run will know, or null
    @Nullable
    String unknownBesideItem(CompiledExpression expression) {
        return expression.variables().stream()
                .filter(path -> !path.first().equals(ITEM) && !isKnown(path, false))
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    private boolean isKnown(Path path, boolean owned) {
        var first = path.first();
        if (declared.captures().contains(first) || declared.ids().contains(first)) {
            return false;
        }
        return switch (scope.find(first)) {
            case Binding.Present _ -> !owned;
            case Binding.Missing _ -> false;
            case Binding.NotOwned _ -> !owned;
            case Binding.Namespace _ -> path.in(scope) instanceof Lookup.Found;
        };
    }
}
