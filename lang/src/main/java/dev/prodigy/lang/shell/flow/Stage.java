package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Fed;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One stage of a pipe: a simple command, or a group, subshell, loop or substitution with others in it.
final class Stage {
    private static final Set<String> READERS = Set.of("read", "mapfile", "readarray");

    final int start;
    /// Exclusive; known when a group has ended.
    int end;
    /// The group or substitution it stands in; null at the top.
    final @Nullable Stage around;
    /// The stage whose output it reads, if a pipe is in front of it.
    final @Nullable Stage before;
    /// Null for a group.
    final @Nullable SimpleCommand command;
    /// The function whose body this is.
    final @Nullable String function;
    /// The function that it stands in.
    final @Nullable String enclosingFunction;
    final boolean substitution;
    /// Whether a pipe is behind it.
    boolean isRead;
    final List<Stage> inner = new ArrayList<>();
    /// The redirections behind a group.
    final List<SimpleCommand> fed = new ArrayList<>();

    Stage(Token opened, @Nullable Stage around, @Nullable Stage before, @Nullable String function) {
        this.start = opened.at();
        this.end = start;
        this.around = around;
        this.before = before;
        this.command = opened instanceof Token.Simple simple ? simple.command() : null;
        this.function = function;
        this.enclosingFunction = function != null ? function : around == null ? null : around.enclosingFunction;
        if (before != null) {
            before.isRead = true;
        }
        this.substitution = opened instanceof Token.Substitution;
    }

    /// @return its here-documents and here-strings
    List<Fed> input() {
        if (command != null) {
            return command.fed();
        }
        return fed.stream().flatMap(redirected -> redirected.fed().stream()).toList();
    }

    /// @return the files that it reads, `<(…)` among them
    List<Word> sources() {
        return command != null
                ? command.sources()
                : fed.stream()
                        .flatMap(redirected -> redirected.sources().stream())
                        .toList();
    }

    /// @return whether it reads what some descriptor is open for
    boolean readsDescriptor() {
        return command != null
                ? command.duplicates() || (READERS.contains(command.name()) && command.hasOption('u'))
                : fed.stream().anyMatch(SimpleCommand::duplicates);
    }

    /// @return whether it redirects the shell itself, `exec <…`
    boolean redirectsShell() {
        return command != null
                && command.arguments().isEmpty()
                && !command.words().isEmpty()
                && "exec".equals(command.words().getFirst().literal());
    }
}
