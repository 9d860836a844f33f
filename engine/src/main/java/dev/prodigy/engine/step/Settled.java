package dev.prodigy.engine.step;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.kind.Printed;
import dev.prodigy.engine.step.kind.ShellStep;
import dev.prodigy.engine.step.text.StepSources;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Fills texts that belong to the run and not to a step: outputs, input.
public final class Settled {
    private Settled() {}

    /// @return the text's value with its type; null where it has none
    public static @Nullable Value value(Text text, Frame frame) throws Cut {
        try {
            return Texts.of(frame).value(text).value();
        } catch (Refused e) {
            return null;
        }
    }

    /// @return the text of a path, in which names of the environment are filled too (spec 01 §9.1); null where one has
    ///     no value
    public static @Nullable String path(Text text, Frame frame) throws Cut {
        try {
            return Texts.of(frame).filePath(text).text();
        } catch (Refused e) {
            return null;
        }
    }

    /// What the command of an entry of `env` came to.
    public sealed interface Entry {
        /// It printed the entry's value.
        record Printed(String text) implements Entry {}

        /// It failed: by itself, which says what the error is called (spec 02 §2.3), or because its text has no value.
        record Failed(ErrorRecord error) implements Entry {}
    }

    /// Runs the command of an entry of `env`, whose name is given (spec 01 §13).
    public static Entry entry(String name, Frame frame) throws Cut {
        var sources = StepSources.of(frame);
        var found = new Texts(frame, sources).scope().find(name);
        sources.checkCut();
        return switch (found) {
            case Binding.Present present -> new Entry.Printed(ValueText.of(present.value()));
            case Binding.Missing(var reason) -> {
                var failure = sources.failure();
                yield new Entry.Failed(failure == null ? Failures.undefined(reason) : failure.saying(reason));
            }
            case Binding.Namespace _, Binding.NotOwned _ ->
                throw new IllegalStateException("an entry of env is a plain name: " + name);
        };
    }

    /// @return the names that such texts can read
    public static Scope scope(Frame frame) {
        return Texts.of(frame).scope();
    }

    /// @return the world as their placeholders see it
    public static Sources sources(Frame frame) {
        return StepSources.of(frame);
    }

    /// @return a value as text
    public static String text(Value value) {
        return Texts.plain(value);
    }

    /// Runs a shell text that no step owns and whose output may be of any size.
    public static Printed print(Text command, Frame frame, @Nullable Duration limit) throws Cut {
        return ShellStep.print(command, frame, limit);
    }
}
