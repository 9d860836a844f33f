package dev.prodigy.engine.step;

import dev.prodigy.engine.environment.StepScope;
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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
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

    /// @return the text's value, of words a list; null where it has none
    public static @Nullable Value list(Text text, Frame frame) throws Cut {
        try {
            return Texts.of(frame).list(text).value();
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

    /// What the commands of entries of `env` came to.
    public sealed interface Entries {
        /// They printed the entries' values, which are here by name.
        record Printed(Map<String, String> texts) implements Entries {}

        /// One failed: by itself, which says what the error is called (spec 02 §2.3), or because its text has no value.
        record Failed(ErrorRecord error) implements Entries {}
    }

    /// Runs the commands of entries of `env`, each once, until one fails; each sees what those before it printed, and
    /// what those print that its text reads (spec 01 §13).
    ///
    /// @param names of the entries
    public static Entries entries(Collection<String> names, Frame frame) throws Cut {
        var sources = StepSources.of(frame);
        var scope = new Texts(frame, sources).scope();
        var printed = new LinkedHashMap<String, String>();
        for (var name : names) {
            var found = scope.find(name);
            sources.checkCut();
            switch (found) {
                case Binding.Present present -> printed.put(name, ValueText.of(present.value()));
                case Binding.Missing(var reason) -> {
                    return new Entries.Failed(failure(reason, scope, sources));
                }
                case Binding.Namespace _, Binding.NotOwned _ ->
                    throw new IllegalStateException("an entry of env is a plain name: " + name);
            }
        }
        return new Entries.Printed(printed);
    }

    /// Of entries that read each other the one failed whose command did.
    private static ErrorRecord failure(String reason, StepScope scope, StepSources sources) {
        var command = scope.commandFailure();
        if (command != null) {
            return command;
        }
        var first = scope.failure();
        if (first != null && first.error() != null) {
            return first.error();
        }
        var latest = sources.failure();
        return latest == null ? Failures.undefined(reason) : latest.saying(reason);
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
