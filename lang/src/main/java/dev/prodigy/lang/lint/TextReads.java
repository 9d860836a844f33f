package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Placeholder;
import dev.prodigy.lang.expr.ReadNames;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.shell.ShellReads;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The names that a text reads: those of its placeholders, and the variables of its programs (spec 01 §8, §9).
public final class TextReads {
    private final Set<Path> paths = new LinkedHashSet<>();
    private final List<ShellReads> shells = new ArrayList<>();

    private TextReads() {}

    /// @return what a shell text reads
    public static TextReads ofShell(String source) {
        var reads = new TextReads();
        reads.shell(source);
        return reads;
    }

    /// @return what an entry of an environment reads
    public static TextReads of(EnvEntry entry) {
        var reads = new TextReads();
        switch (entry) {
            case EnvEntry.Phrase(var text, var _) -> reads.phrase(text);
            case EnvEntry.Printed(var command, var _, var _) -> reads.shell(command.source());
            case EnvEntry.Chosen(var condition, var whenTrue, var whenFalse, var _) -> {
                reads.phrase(whenTrue);
                reads.phrase(whenFalse);
                reads.paths.addAll(CompiledExpression.parse(condition.source(), BareNames.VARIABLES)
                        .variables());
            }
            case EnvEntry.Unset _ -> {}
        }
        return reads;
    }

    /// @return whether a placeholder or a program reads the name
    public boolean reads(String name) {
        return paths.stream().anyMatch(path -> path.first().equals(name)) || readsVariable(name);
    }

    /// @return whether a program reads the variable; `env` gives them to placeholders
    public boolean readsVariable(String name) {
        return paths.stream().anyMatch(path -> path.equals(Path.of("env")) || path.isAtOrBelow("env", name))
                || shells.stream().anyMatch(shell -> reads(shell, name));
    }

    /// @return whether a placeholder, the shell or `printenv` reads the name for certain, unless a branch is
    ///     left out. A name that a script assigns anywhere is taken for its own
    public boolean names(String name) {
        var asking = ReadNames.asking(Pattern.quote(name));
        return paths.stream().anyMatch(path -> path.first().equals(name) || path.isAtOrBelow("env", name))
                || shells.stream()
                        .anyMatch(shell -> !shell.assigns(name)
                                && asking.matcher(shell.before(name)).find());
    }

    /// @return whether programs run that may look into their environment
    public boolean runsOthers() {
        return shells.stream().anyMatch(ShellReads::runsOthers);
    }

    /// A mere word may be a name that a program looks up, but not where the text assigns it itself.
    private static boolean reads(ShellReads shell, String name) {
        var quoted = Pattern.quote(name);
        var reading = shell.assigns(name) ? ReadNames.asking(quoted) : ReadNames.pattern(quoted);
        return reading.matcher(shell.before(name)).find();
    }

    private void phrase(Text text) {
        try {
            Template.parse(text.source(), TextPlace.ENVIRONMENT).placeholders().forEach(this::add);
        } catch (ExpressionSyntax tooDeep) {
            // It reads nothing, and is reported where the text is checked.
        }
    }

    private void shell(String source) {
        var shell = ShellReads.of(source, body -> placeholder(body) != null);
        shells.add(shell);
        for (var body : shell.placeholders()) {
            var placeholder = placeholder(body);
            if (placeholder != null) {
                add(placeholder);
            }
        }
    }

    private static @Nullable Placeholder placeholder(String body) {
        try {
            return Placeholder.parse(body, TextPlace.SHELL);
        } catch (ExpressionSyntax tooDeep) {
            return null;
        }
    }

    private void add(Placeholder placeholder) {
        paths.addAll(placeholder.variables());
        var command = placeholder.command();
        if (command != null) {
            shell(command);
        }
        placeholder.inner().forEach(this::add);
    }
}
