package dev.prodigy.engine.step;

import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.shell.Dialect;
import dev.prodigy.lang.shell.Limits;
import dev.prodigy.lang.shell.ShellRequest;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Fills the texts of one step with values (spec 01 §8, §9).
final class Texts {
    private final Frame frame;
    private final StepScope scope;
    private final StepSources sources;
    private final Language language;

    private Texts(Frame frame) {
        this.frame = frame;
        this.language = frame.settings().language();
        this.sources = new StepSources(frame);
        this.scope = new StepScope(
                frame.variables(),
                frame.settings().environment(),
                frame.place().env(),
                sources,
                frame.settings().language());
    }

    /// @return the texts of a step that stands there
    static Texts of(Frame frame) {
        return new Texts(frame);
    }

    /// A text with its values, or why it cannot be had.
    sealed interface Filled {
        /// The value, of whatever type one whole placeholder has; else a text.
        record Good(Value value, Nature nature) implements Filled {}

        /// The step fails with this.
        record Bad(ErrorRecord error) implements Filled {}
    }

    /// @return the names and environment of the step
    StepScope scope() {
        return scope;
    }

    /// @return what reading the world gives
    StepSources sources() {
        return sources;
    }

    /// @return whether an expression over variables is true
    boolean isTrue(Expression expression) throws Cut {
        boolean truth = language.expression(expression, Names.VARIABLES).isTrue(scope, sources);
        sources.checkCut();
        return truth;
    }

    /// @return the text's value
    Filled value(Text text) throws Cut {
        return rendered(text, Place.TEXT);
    }

    /// @return the text of a path, a directory
    Filled filePath(Text text) throws Cut {
        return rendered(text, Place.PATH);
    }

    /// A shell text that is ready to run, or why it cannot be had.
    sealed interface Script {
        /// The script and the environment it needs.
        record Good(ShellText.Ready text, StepEnvironment environment) implements Script {}

        /// The step fails with this.
        record Bad(ErrorRecord error) implements Script {}
    }

    /// @return the shell text, rewritten so that no value in it is ever code
    Script shell(Text text) throws Cut {
        var request = new ShellRequest(
                text.source(),
                Dialect.of(ShellStep.interpreter(frame).getFirst()).orElse(Dialect.SH),
                new ShellFill(scope, sources.atOneInstant()),
                StepEnvironment.names(scope, frame),
                Limits.STANDARD);
        var rewritten = ShellText.of(request);
        sources.checkCut();
        return switch (rewritten) {
            case ShellText.Refused refused -> new Script.Bad(Failures.definition(refused.code(), refused.message()));
            case ShellText.Ready ready -> new Script.Good(ready, StepEnvironment.of(this, frame, ready.exported()));
        };
    }

    /// @return a YAML value with its texts filled; it is data when one of them is
    Filled data(Data data) throws Cut {
        return switch (data) {
            case Data.Constant(var value) -> new Filled.Good(value, Nature.TEXT);
            case Data.Phrase(var text) -> value(text);
            case Data.Sequence(var elements) -> {
                var values = new ArrayList<Value>();
                var nature = Nature.TEXT;
                for (var element : elements) {
                    switch (data(element)) {
                        case Filled.Bad bad -> {
                            yield bad;
                        }
                        case Filled.Good(var value, var its) -> {
                            values.add(value);
                            nature = nature.and(its);
                        }
                    }
                }
                yield new Filled.Good(new Value.Items(values), nature);
            }
            case Data.Mapping(var members) -> {
                var values = new LinkedHashMap<String, Value>();
                var nature = Nature.TEXT;
                for (var member : members.entrySet()) {
                    switch (data(member.getValue())) {
                        case Filled.Bad bad -> {
                            yield bad;
                        }
                        case Filled.Good(var value, var its) -> {
                            values.put(member.getKey(), value);
                            nature = nature.and(its);
                        }
                    }
                }
                yield new Filled.Good(new Value.Fields(values), nature);
            }
        };
    }

    /// @return the duration, null where none is set or its variable says nothing usable
    @Nullable
    Duration duration(@Nullable Setting<Duration> setting) throws Cut {
        return switch (setting) {
            case null -> null;
            case Setting.Fixed<Duration>(var duration) -> duration;
            case Setting.Later<Duration>(var text) ->
                value(text) instanceof Filled.Good(var value, var _) ? durationOf(plain(value)) : null;
        };
    }

    /// @return the integer, null where none is set or its variable says nothing usable
    @Nullable
    Integer integer(@Nullable Setting<Integer> setting) throws Cut {
        return switch (setting) {
            case null -> null;
            case Setting.Fixed<Integer>(var number) -> number;
            case Setting.Later<Integer>(var text) ->
                value(text) instanceof Filled.Good(var value, var _) ? whole(plain(value)) : null;
        };
    }

    /// @return a value as text
    static String plain(Value value) {
        return ValueText.of(value);
    }

    private static @Nullable Duration durationOf(String text) {
        var seconds = whole(text);
        return seconds == null ? Durations.parse(text) : Duration.ofSeconds(seconds);
    }

    private static @Nullable Integer whole(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private Filled rendered(Text text, Place place) throws Cut {
        var rendering = language.template(text, place).render(scope, sources);
        sources.checkCut();
        return switch (rendering) {
            case Resolution.Filled filled -> new Filled.Good(filled.value(), filled.nature());
            case Resolution.Undefined undefined -> new Filled.Bad(Failures.undefined(undefined.message()));
            case Resolution.Failed failed -> new Filled.Bad(Failures.unfillable(failed.message()));
        };
    }
}
