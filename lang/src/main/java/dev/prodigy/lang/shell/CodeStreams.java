package dev.prodigy.lang.shell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds what reaches a shell as code without standing in one of its arguments: through a pipe, a process
/// substitution, `xargs`, or as the value of a variable that `eval` reads (spec 01 §9.3).
final class CodeStreams {
    private static final Set<String> READERS = Set.of("source", ".");
    private static final Set<String> FILLERS = Set.of("xargs", "parallel");

    private final String text;
    /// In the order in which they begin.
    private final List<SimpleCommand> commands;

    private final Set<SimpleCommand> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Hole> values = new ArrayList<>();
    private final List<Stretch> code = new ArrayList<>();

    /// @param commands of the text
    CodeStreams(String text, List<SimpleCommand> commands) {
        this.text = text;
        this.commands = commands.stream()
                .sorted(Comparator.comparingInt(CodeStreams::start))
                .toList();
        commands.forEach(this::look);
    }

    /// @return the values that become code
    List<Hole> values() {
        return values;
    }

    /// @return the variables whose values become code
    List<Expansions.Read> expansions() {
        return Stretch.outermost(code).stream()
                .flatMap(stretch -> Expansions.inWord(text, stretch.start(), stretch.end()).stream())
                .toList();
    }

    private void look(SimpleCommand command) {
        for (var word : CodeArguments.code(command)) {
            code.add(new Stretch(word.start, word.end));
        }
        boolean shell = CodeArguments.readsCode(command);
        if (CodeArguments.readsScript(command) || READERS.contains(command.name())) {
            values.addAll(READERS.contains(command.name()) ? command.input() : List.of());
            command.arguments().forEach(this::substituted);
        }
        if (shell || fillsCode(command)) {
            var writer = writerTo(command);
            while (writer != null && take(writer)) {
                writer = writerTo(writer);
            }
        }
    }

    /// `<(…)` as the script to read.
    private void substituted(Word word) {
        if (text.startsWith("<(", word.start)) {
            for (int i = startingBefore(word.start + 1);
                    i < commands.size() && start(commands.get(i)) < word.end;
                    i++) {
                take(commands.get(i));
            }
        }
    }

    /// @return whether it is new; what stands before another in a pipe was taken with it
    private boolean take(SimpleCommand command) {
        if (!taken.add(command)) {
            return false;
        }
        values.addAll(command.input());
        for (var word : command.words()) {
            values.addAll(word.holes());
            code.add(new Stretch(word.start, word.end));
        }
        return true;
    }

    /// `xargs sh -c` takes the code from its input; `xargs -I{} sh -c 'ls {}'` a part of it.
    private static boolean fillsCode(SimpleCommand command) {
        if (!FILLERS.contains(command.name())) {
            return false;
        }
        var words = command.words();
        var arguments = CodeArguments.code(command);
        var last = words.getLast().literal();
        return (last != null && last.matches("-[a-z]*c"))
                || arguments.stream().anyMatch(word -> word.text().contains("{}"));
    }

    /// @return the command whose output this one reads through a pipe, or null
    private @Nullable SimpleCommand writerTo(SimpleCommand command) {
        int at = start(command) - 1;
        while (at >= 0 && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '&')) {
            at--;
        }
        boolean piped = at > 0 && text.charAt(at) == '|' && text.charAt(at - 1) != '|';
        int before = startingBefore(at);
        return piped && before > 0 ? commands.get(before - 1) : null;
    }

    /// @return how many commands begin before a place
    private int startingBefore(int place) {
        int low = 0;
        int high = commands.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (start(commands.get(middle)) < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int start(SimpleCommand command) {
        return command.words().isEmpty() ? -1 : command.words().getFirst().start;
    }
}
