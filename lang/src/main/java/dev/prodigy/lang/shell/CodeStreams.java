package dev.prodigy.lang.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds what reaches a shell as code without standing in one of its arguments: through a pipe, a process
/// substitution, `xargs`, or as the value of a variable that `eval` reads (spec 01 §9.3).
final class CodeStreams {
    private static final Set<String> READERS = Set.of("source", ".");
    private static final Set<String> FILLERS = Set.of("xargs", "parallel");

    private final String text;
    private final List<SimpleCommand> commands;
    private final List<Hole> values = new ArrayList<>();
    private final List<Expansions.Read> expansions = new ArrayList<>();

    /// @param commands of the text, in the order in which they end
    CodeStreams(String text, List<SimpleCommand> commands) {
        this.text = text;
        this.commands = commands;
        commands.forEach(this::look);
    }

    /// @return the values that become code
    List<Hole> values() {
        return values;
    }

    /// @return the variables whose values become code
    List<Expansions.Read> expansions() {
        return expansions;
    }

    private void look(SimpleCommand command) {
        for (var word : CodeArguments.code(command)) {
            expansions.addAll(Expansions.inWord(text, word.start, word.end));
        }
        boolean shell = CodeArguments.readsCode(command);
        if (CodeArguments.readsScript(command) || READERS.contains(command.name())) {
            values.addAll(READERS.contains(command.name()) ? command.input() : List.of());
            command.arguments().forEach(this::substituted);
        }
        if (shell || fillsCode(command)) {
            var writer = writerTo(command);
            while (writer != null) {
                take(writer);
                writer = writerTo(writer);
            }
        }
    }

    /// `<(…)` as the script to read.
    private void substituted(Word word) {
        if (text.startsWith("<(", word.start)) {
            commands.stream()
                    .filter(inner -> start(inner) > word.start && start(inner) < word.end)
                    .forEach(this::take);
        }
    }

    private void take(SimpleCommand command) {
        values.addAll(command.input());
        for (var word : command.words()) {
            values.addAll(word.holes());
            expansions.addAll(Expansions.inWord(text, word.start, word.end));
        }
    }

    /// `xargs sh -c` takes the code from its input; `xargs -I{} sh -c 'ls {}'` a part of it.
    private static boolean fillsCode(SimpleCommand command) {
        if (!FILLERS.contains(command.name())) {
            return false;
        }
        var words = command.words();
        var code = CodeArguments.code(command);
        var last = words.getLast().literal();
        return (last != null && last.matches("-[a-z]*c"))
                || code.stream().anyMatch(word -> word.text().contains("{}"));
    }

    /// @return the command whose output this one reads through a pipe, or null
    private @Nullable SimpleCommand writerTo(SimpleCommand command) {
        int at = start(command) - 1;
        while (at >= 0 && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '&')) {
            at--;
        }
        boolean piped = at > 0 && text.charAt(at) == '|' && text.charAt(at - 1) != '|';
        SimpleCommand before = null;
        for (var each : commands) {
            if (piped && start(each) < at && (before == null || start(each) > start(before))) {
                before = each;
            }
        }
        return before;
    }

    private static int start(SimpleCommand command) {
        return command.words().isEmpty() ? -1 : command.words().getFirst().start;
    }
}
