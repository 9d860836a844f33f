package dev.prodigy.engine.step.text;

import dev.prodigy.engine.environment.EntryNames;
import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.expr.value.ShortNumbers;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.lint.TextReads;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.ShellRequest;
import dev.prodigy.lang.shell.request.ValueLimits;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Fills the texts of one step with values (spec 01 §8, §9).
public final class Texts {
    private final Frame frame;
    private final StepScope scope;
    private final @Nullable EntryNames entry;
    private final StepSources sources;
    private final Language language;

    /// @param sources the world as placeholders see it
    public Texts(Frame frame, StepSources sources) {
        this.frame = frame;
        this.language = frame.settings().language();
        this.sources = sources;
        this.entry = sources.names();
        var own = frame.place().env();
        this.scope = new StepScope(
                frame.variables(),
                frame.settings().environment(),
                entry == null ? own : own.subList(0, entry.level()),
                new StepScope.Reading(
                        sources.ofEntries(),
                        frame.settings().language(),
                        frame.settings().declared().captures(),
                        frame.world()::conceal));
    }

    /// @return the texts of a step that stands there
    public static Texts of(Frame frame) {
        return new Texts(frame, StepSources.of(frame));
    }

    /// @return the texts of a step that stands there, in a world that stands still
    public static Texts still(Frame frame) {
        return new Texts(frame, StepSources.still(frame));
    }

    /// @return whether the texts filled so far have read something of the world, which may be another the next time
    public boolean areOfTheMoment() {
        return sources.areRead();
    }

    /// A value of whatever type one whole placeholder has; else a text.
    ///
    /// @param style how it becomes text when it is a list (spec 01 §8.3)
    public record Filled(Value value, Nature nature, ListStyle style) {
        Filled(Value value, Nature nature) {
            this(value, nature, ListStyle.JSON);
        }

        /// @return the value as text
        public String text() {
            return ValueText.of(value, style);
        }
    }

    /// A shell text that is ready to run, and the environment it needs.
    public record Script(ShellText.Ready text, StepEnvironment environment) {}

    /// @return the names and environment of the step
    public StepScope scope() {
        return scope;
    }

    /// @throws Cut when the run ended while a placeholder waited for a command
    /// @throws EnvCommandFailed when a command failed without which no step can do
    void checkCut() throws Cut {
        sources.checkCut();
        var failure = scope.commandFailure();
        if (failure != null) {
            throw new EnvCommandFailed(failure);
        }
    }

    /// @return whether an expression over variables is true
    public boolean isTrue(Expression expression) throws Cut {
        boolean truth = language.expression(expression, BareNames.VARIABLES).isTrue(scope, sources);
        checkCut();
        return truth;
    }

    /// @return the text's value
    public Filled value(Text text) throws Refused, Cut {
        return rendered(text, TextPlace.TEXT);
    }

    /// @return the text's value, of words a list
    public Filled list(Text text) throws Refused, Cut {
        return rendered(text, TextPlace.LIST);
    }

    /// @return the text with its values in it
    public String text(Text text) throws Refused, Cut {
        return value(text).text();
    }

    /// @return the text for people, in which `…` stands for what has no value
    String shown(Text text) throws Cut {
        var instant = sources.atOneInstant();
        var shown = new StringBuilder();
        for (var part : language.template(text, TextPlace.TEXT).parts()) {
            shown.append(
                    switch (part) {
                        case Template.Part.Literal(var literal) -> literal;
                        case Template.Part.Slot slot -> shown(slot, instant);
                    });
        }
        checkCut();
        return shown.toString();
    }

    private String shown(Template.Part.Slot slot, Sources instant) {
        try {
            return switch (slot.placeholder().resolve(scope, instant)) {
                case Resolution.Foreign _ -> slot.source();
                case Resolution.Filled filled -> filled.text();
                case Resolution.Undefined _, Resolution.Failed _ -> "…";
            };
        } catch (UnstoredRead masked) {
            return Unstored.MASK;
        }
    }

    /// @return the text of a path, a directory
    public Filled filePath(Text text) throws Refused, Cut {
        var filled = rendered(text, TextPlace.PATH);
        return new Filled(Value.of(fromHome(filled.text())), filled.nature());
    }

    /// @return the path, a leading `~` replaced by the home folder that the step's processes see
    String fromHome(String path) {
        boolean isThere = path.equals("~") || path.startsWith("~/");
        return isThere
                        && scope.find("env") instanceof Binding.Namespace(var members)
                        && members.find("HOME") instanceof Binding.Present home
                ? plain(home.value()) + path.substring(1)
                : path;
    }

    /// @return the shell text, rewritten so that no value in it is ever code
    public Script shell(Text text) throws Refused, Cut {
        var exported = stored(exported(text), name -> isRead(name, text), () -> runsOthers(text));
        var request = new ShellRequest(
                text.source(),
                Dialect.of(frame.interpreter().getFirst()).orElse(Dialect.SH),
                new ShellFill(entry == null ? scope : entry, sources.atOneInstant()),
                frame.settings().environment().passedOn(frame.place().clearEnv()),
                exported,
                ValueLimits.STANDARD);
        var rewritten = ShellText.of(request);
        checkCut();
        return switch (rewritten) {
            case ShellText.Refused(var code, var message, var _) ->
                throw new Refused(Failures.definition(code, message));
            case ShellText.Ready ready -> new Script(ready, StepEnvironment.of(this, frame, ready.exported()));
        };
    }

    /// @return the environment of a program that is no shell
    public StepEnvironment ofProgram() throws Refused, Cut {
        return StepEnvironment.ofProgram(this, frame, stored(exported(), scope::isEntry, () -> true));
    }

    /// What its placeholders ask for tells itself.
    private boolean isRead(String name, Text shell) {
        return TextReads.ofShell(shell.source()).readsVariable(name) || (scope.isEntry(name) && runsOthers(shell));
    }

    private static boolean runsOthers(Text shell) {
        return TextReads.ofShell(shell.source()).runsOthers();
    }

    /// A variable that was not stored, or has a NUL in it, is left out where nothing tells that a program reads it.
    ///
    /// @param isRead whether one does
    /// @param mayBeRead whether one may do so all the same, which is told
    /// @throws UnstoredRead when one does
    /// @throws Refused where one is to get a variable that no program can be given
    private Map<String, String> stored(Map<String, String> names, Predicate<String> isRead, BooleanSupplier mayBeRead)
            throws Refused, Cut {
        var stored = new LinkedHashMap<String, String>();
        for (var each : names.entrySet()) {
            var step = Unstored.step(each.getValue());
            if (each.getValue().indexOf('\0') >= 0) {
                if (scope.isEntry(each.getKey()) || isRead.test(each.getKey())) {
                    StepEnvironment.requirePassable(each.getKey(), each.getValue());
                }
            } else if (step == null) {
                stored.put(each.getKey(), each.getValue());
            } else if (isRead.test(each.getKey())) {
                throw new UnstoredRead(step);
            } else if (mayBeRead.getAsBoolean()) {
                var message = "programs run without the variable " + each.getKey() + ": "
                        + new UnstoredRead(step).getMessage() + " if they read it";
                frame.world().record(frame.context(), new RunEvent.WarningRaised("SECRET_NOT_STORED", message));
            }
        }
        return stored;
    }

    /// The command of an entry gets those entries too that need a command themselves, where its text names them
    /// or they have been evaluated. One that it may only read comes first where that one does not name it in
    /// its turn.
    private Map<String, String> exported(Text shell) throws Refused, Cut {
        var names = exported();
        if (entry != null) {
            var reads = TextReads.ofShell(shell.source());
            StepEnvironment.addTo(
                    names,
                    entry,
                    StepEnvironment.given(scope, frame).stream()
                            .filter(name -> !names.containsKey(name))
                            .filter(name -> reads.names(name)
                                    || (!entry.isWaiting(name) && entry.isKnown(name))
                                    || (reads.readsVariable(name) && !entry.needsWaiting(name)))
                            .toList());
        }
        return names;
    }

    /// @return every plain name that becomes a variable of the step's processes, with its text
    ///
    /// @throws Refused when the value of an `env` entry cannot be had
    Map<String, String> exported() throws Refused, Cut {
        var names = StepEnvironment.names(scope, frame);
        requireEntries();
        return names;
    }

    /// @throws Refused when the value of an `env` entry that was asked for cannot be had
    void requireEntries() throws Refused, Cut {
        checkCut();
        var failure = scope.failure();
        if (failure != null && sources.isForStep()) {
            throw new Refused(
                    failure.error() == null ? Failures.definition(failure.code(), failure.message()) : failure.error());
        }
    }

    /// @return a YAML value with its texts filled; it is data when one of them is
    public Filled data(Data data) throws Refused, Cut {
        return data(data, UnaryOperator.identity());
    }

    /// @return data to be written down: what takes a placeholder's place has the numbers that it has in a text (spec 01
    ///     §8.3), and the author's own are as they are spelled
    public Filled written(Data data) throws Refused, Cut {
        return data(data, ShortNumbers::in);
    }

    private Filled data(Data data, UnaryOperator<Value> taken) throws Refused, Cut {
        return switch (data) {
            case Data.Constant(var value, var _) -> new Filled(value, Nature.TEXT);
            case Data.Phrase(var text) -> {
                var filled = value(text);
                yield new Filled(taken.apply(filled.value()), filled.nature(), filled.style());
            }
            case Data.Sequence(var elements) -> sequence(elements, taken);
            case Data.Mapping(var members) -> mapping(members, taken);
        };
    }

    private Filled sequence(List<Data> elements, UnaryOperator<Value> taken) throws Refused, Cut {
        var values = new ArrayList<Value>();
        var nature = Nature.TEXT;
        for (var element : elements) {
            var filled = data(element, taken);
            values.add(filled.value());
            nature = nature.and(filled.nature());
        }
        return new Filled(new Value.Items(values), nature);
    }

    private Filled mapping(Map<String, Data> members, UnaryOperator<Value> taken) throws Refused, Cut {
        var values = new LinkedHashMap<String, Value>();
        var nature = Nature.TEXT;
        for (var member : members.entrySet()) {
            var filled = data(member.getValue(), taken);
            values.put(member.getKey(), filled.value());
            nature = nature.and(filled.nature());
        }
        return new Filled(new Value.Fields(values), nature);
    }

    /// @return what stands in the place of the setting's variable
    ///
    /// @throws Refused when it could not be written there
    String spelled(OpenSettings.Open setting) throws Refused, Cut {
        boolean isText = setting.literal().isText();
        var rendered = rendered(setting.text(), isText ? TextPlace.TEXT : TextPlace.PATH)
                .text();
        var filled = isText ? rendered : rendered.strip();
        if (!setting.literal().allows(filled)) {
            var expected = setting.literal().expects();
            throw new Refused(Failures.invalidSetting(setting.text(), filled, expected));
        }
        return filled;
    }

    /// @return a value as text
    public static String plain(Value value) {
        return ValueText.of(value);
    }

    private Filled rendered(Text text, TextPlace place) throws Refused, Cut {
        var rendering = language.template(text, place).render(scope, sources);
        checkCut();
        return switch (rendering) {
            case Resolution.Filled filled -> new Filled(filled.value(), filled.nature(), filled.style());
            case Resolution.Undefined undefined -> throw new Refused(Failures.undefined(undefined.message()));
            case Resolution.Failed failed -> throw new Refused(Failures.unfillable(failed.message()));
        };
    }
}
