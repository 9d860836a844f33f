package dev.prodigy.engine.step.text;

import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.LogName;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.ChildCall;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.shell.ExportRoom;
import dev.prodigy.lang.shell.request.Identifier;
import dev.prodigy.lang.shell.request.ValueLimits;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Unstored;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/// The environment of a step's processes (spec 01 §9.4, §13; 03 §13; 05 §4).
///
/// @param plain all variables but those that differ from attempt to attempt
public record StepEnvironment(Map<String, String> plain) {
    /// Made for each execution, so not copied: it is as large as the environment of a machine.
    public StepEnvironment {
        plain = Collections.unmodifiableMap(plain);
    }

    /// @param exported names and values; those that have no room are left out, as a shell does not hand them on
    /// @return the environment of a program that is no shell
    static StepEnvironment ofProgram(Texts texts, Frame frame, Map<String, String> exported) {
        var environment = inherited(texts.scope(), frame);
        var room = new ExportRoom(ValueLimits.STANDARD);
        for (var variable : room.inOrder(exported)) {
            if (room.takes(variable)) {
                environment.put(variable.getKey(), variable.getValue());
            } else {
                environment.remove(variable.getKey());
            }
        }
        return own(environment, texts.scope(), frame);
    }

    /// @return the environment of a shell text
    ///
    /// @param exported names and values that the text gets as variables
    static StepEnvironment of(Texts texts, Frame frame, Map<String, String> exported) {
        var environment = inherited(texts.scope(), frame);
        environment.putAll(exported);
        return own(environment, texts.scope(), frame);
    }

    /// @return the process environment of another workflow: prodigy's own, and the entries of the call and
    ///     of the steps around it (spec 01 §12)
    public static ChildCall.Environment ofChild(Texts texts, Frame frame) throws Refused, Cut {
        var layers = frame.settings().environment();
        var given = new LinkedHashMap<String, Nature>();
        var environment = new LinkedHashMap<>(frame.place().clearEnv() ? layers.passedOn(true) : layers.process());
        for (var level : frame.place().env()) {
            level.entries().forEach((name, entry) -> {
                if (entry instanceof EnvEntry.Unset) {
                    environment.remove(name);
                    given.remove(name);
                } else if (texts.scope().find(name) instanceof Binding.Present present) {
                    take(environment, name, present);
                    given.put(name, present.nature());
                }
            });
        }
        texts.requireEntries();
        for (var variable : environment.entrySet()) {
            requirePassable(variable.getKey(), variable.getValue());
        }
        environment.values().removeIf(value -> !ExportRoom.admits(value));
        given.keySet().retainAll(environment.keySet());
        return new ChildCall.Environment(environment, given);
    }

    /// @return every plain name that is an identifier, with its text; where the environment is cleared,
    ///     only those that the steps themselves set
    static Map<String, String> names(StepScope scope, Frame frame) {
        var names = new LinkedHashMap<String, String>();
        addTo(names, scope, given(scope, frame));
        return names;
    }

    /// @return the plain names that programs are given where they have a value
    static Collection<String> given(StepScope scope, Frame frame) {
        if (!frame.place().clearEnv()) {
            return scope.declaredNames();
        }
        var names = new LinkedHashSet<String>();
        frame.place().env().forEach(level -> names.addAll(level.entries().keySet()));
        return names;
    }

    /// Adds the texts of those of the asked names that have one and are identifiers.
    static void addTo(Map<String, String> names, Scope scope, Collection<String> asked) {
        for (var name : asked) {
            if (scope.find(name) instanceof Binding.Present present) {
                take(names, name, present);
            }
        }
    }

    private static void take(Map<String, String> names, String name, Binding.Present present) {
        var text = ValueText.of(present.value(), present.style());
        if (Identifier.is(name)) {
            names.put(name, text);
        }
    }

    /// @throws Refused where no program can be given the value (spec 01 §9.3)
    static void requirePassable(String name, String text) throws Refused {
        if (text.indexOf('\0') >= 0) {
            throw new Refused(
                    Failures.definition("INVALID_VALUE", "the variable `" + name + "` contains a NUL character"));
        }
    }

    /// @return all variables of one execution
    public Map<String, String> forAttempt(Step step, PreparedStep.Turn turn) {
        var all = new LinkedHashMap<>(plain);
        all.put("PRODIGY_STEP", step.label());
        all.put("PRODIGY_ATTEMPT", Integer.toString(turn.attempt()));
        all.put("PRODIGY_MAX_ATTEMPTS", Integer.toString(turn.of()));
        if (all.containsKey("PRODIGY_ITEM_KEY")) {
            all.put(
                    "PRODIGY_IDEMPOTENCY_KEY",
                    all.get("PRODIGY_RUN_ID") + "/" + all.get("PRODIGY_ITEM_KEY") + "/" + step.label());
        }
        return all;
    }

    private static Map<String, String> inherited(StepScope scope, Frame frame) {
        var environment = new LinkedHashMap<>(
                frame.settings().environment().passedOn(frame.place().clearEnv()));
        scope.removed().forEach(environment::remove);
        // What a calling run hands on is given by name, where it is read.
        environment.values().removeIf(text -> Unstored.step(text) != null);
        return environment;
    }

    private static StepEnvironment own(Map<String, String> environment, StepScope scope, Frame frame) {
        environment.putAll(frame.settings().variables());
        var phase = frame.context().phase();
        if (phase != null) {
            environment.put("PRODIGY_PHASE", phase);
        }
        if (!frame.isInItem()) {
            environment.put("PRODIGY_LOG_DIR", frame.world().logFolder(LogName.scope(frame)));
        }
        if (scope.find("ARG") instanceof Binding.Present pass
                && ExportRoom.admits(ValueText.of(pass.value()))
                && ValueText.of(pass.value()).indexOf('\0') < 0
                && !Unstored.isIn(pass.value())) {
            take(environment, "PRODIGY_ARG", pass);
        }
        return new StepEnvironment(environment);
    }
}
