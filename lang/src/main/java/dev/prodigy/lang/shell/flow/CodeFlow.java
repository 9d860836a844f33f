package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Expansions;
import dev.prodigy.lang.shell.command.Fed;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Stretch;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.grammar.Builtins;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Follows what reaches a shell as code: through arguments, pipes, groups, functions, substitutions, files and
/// the script's own variables (spec 01 §9.3). It rather follows too much: nothing is decided on its findings
/// but a warning.
public final class CodeFlow {
    private static final Set<String> READERS = Set.of("source", ".");
    /// Print nothing of what they are given.
    private static final Set<String> SILENT = Set.of(
            "test",
            "[",
            "cd",
            "pushd",
            "mkdir",
            "rm",
            "touch",
            "cp",
            "mv",
            "ln",
            "chmod",
            "exit",
            "return",
            "wc",
            "export",
            "local",
            "declare",
            "typeset",
            "readonly",
            "read",
            "set",
            "sleep",
            "kill",
            ":",
            "true",
            "false");
    /// Read nothing.
    private static final Set<String> PRINTERS = Set.of("echo", "printf", "print", "for", "select");
    /// The environment variables whose values programs run.
    private static final Set<String> COMMANDS_OF_PROGRAMS = Set.of(
            "GIT_SSH_COMMAND",
            "GIT_EDITOR",
            "GIT_SEQUENCE_EDITOR",
            "GIT_PAGER",
            "GIT_EXTERNAL_DIFF",
            "EDITOR",
            "VISUAL",
            "PAGER",
            "MANPAGER",
            "LESSOPEN",
            "RSYNC_RSH",
            "PROMPT_COMMAND");

    private final String text;
    private final Map<String, List<Stages.Assigned>> assigned = new HashMap<>();
    private final Map<String, List<Stage>> readers = new HashMap<>();
    private final Map<String, List<Stage>> bodies = new HashMap<>();
    private final Map<String, List<Stage>> calls = new HashMap<>();
    private final List<Stage> substitutions;

    private final Map<String, List<Stage>> writers = new HashMap<>();

    private final Set<Stage> taken = new HashSet<>();
    private final Set<Stage> climbed = new HashSet<>();
    private final Set<Fed> read = new HashSet<>();
    private final Set<String> resolved = new HashSet<>();
    /// Where expansions were looked for, by the beginning of the stretch.
    private final TreeMap<Integer, Integer> searched = new TreeMap<>();
    /// A queue and not the call stack, so that no nesting overflows it; what stands around comes first.
    private final Deque<Runnable> work = new ArrayDeque<>();

    private final List<Hole> values = new ArrayList<>();
    private final List<Expansions.Read> expansions = new ArrayList<>();

    /// @param tokens of the text
    public CodeFlow(String text, List<Token> tokens) {
        this.text = text;
        Stages read = Stages.of(tokens);
        this.substitutions =
                read.all.stream().filter(stage -> stage.substitution).toList();
        read.assigned.forEach(this::define);
        read.all.forEach(this::index);
        read.all.forEach(this::look);
        for (var value : read.assigned) {
            if (COMMANDS_OF_PROGRAMS.contains(value.name())) {
                becomesCode(value.word(), value.around());
            }
        }
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }

    /// @return the values that become code
    public List<Hole> values() {
        return values;
    }

    /// @return the variables of the shell whose values become code
    public List<Expansions.Read> expansions() {
        return expansions;
    }

    /// @return the words that are assigned to a variable of the script's own
    public List<Stages.Assigned> assigned(String name) {
        return assigned.getOrDefault(name, List.of());
    }

    /// @return the substitutions that stand in a stretch and in no other one there
    List<Stage> substitutions(Stretch stretch) {
        var found = new ArrayList<Stage>();
        int reached = stretch.start();
        for (int i = startingBefore(reached); i < substitutions.size(); i = startingBefore(reached)) {
            var candidate = substitutions.get(i);
            if (candidate.start >= stretch.end()) {
                break;
            }
            found.add(candidate);
            reached = Math.max(candidate.end, candidate.start + 1);
        }
        return found;
    }

    private int startingBefore(int place) {
        int low = 0;
        int high = substitutions.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (substitutions.get(middle).start < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void define(Stages.Assigned value) {
        assigned.computeIfAbsent(value.name(), key -> new ArrayList<>()).add(value);
    }

    private void define(String name, Word value, Stage at) {
        define(new Stages.Assigned(name, value, at));
    }

    private void index(Stage stage) {
        var command = stage.command;
        if (stage.function != null) {
            bodies.computeIfAbsent(stage.function, key -> new ArrayList<>()).add(stage);
        }
        if (command == null) {
            return;
        }
        calls.computeIfAbsent(command.name(), key -> new ArrayList<>()).add(stage);
        command.written()
                .forEach(target -> writers.computeIfAbsent(plain(target.text()), key -> new ArrayList<>())
                        .add(stage));
        var arguments = command.arguments();
        switch (command.name()) {
            case "for", "select" -> {
                if (!arguments.isEmpty()) {
                    arguments.stream()
                            .skip(2)
                            .forEach(word -> define(arguments.getFirst().text(), word, stage));
                }
            }
            case "read", "mapfile", "readarray" ->
                arguments.forEach(word -> readers.computeIfAbsent(word.text(), key -> new ArrayList<>())
                        .add(stage));
            case "printf" -> {
                if (command.words().size() > 2 && command.words().get(1).text().equals("-v")) {
                    arguments.forEach(word -> define(command.words().get(2).text(), word, stage));
                }
            }
            default -> {
                if (Builtins.declares(command.name())) {
                    for (var word : arguments) {
                        var name = word.declared();
                        if (name != null) {
                            define(name, word, stage);
                        }
                    }
                }
            }
        }
    }

    private void look(Stage stage) {
        var command = stage.command;
        if (command == null) {
            return;
        }
        var code = CodeArguments.of(text, command);
        values.addAll(code.values());
        code.shellCode().forEach(word -> becomesCode(word, stage));
        if (READERS.contains(command.name()) || code.readsScript()) {
            if (READERS.contains(command.name())) {
                command.fed().forEach(input -> becomesCode(input, stage));
            }
            command.arguments().forEach(this::script);
        }
        if (code.readsInput()) {
            command.fed().forEach(input -> becomesCode(input, stage));
        }
        if (code.readsInput() || code.fillsCode()) {
            upstream(stage);
        }
        written(command.words().isEmpty() ? null : command.words().getFirst());
    }

    /// A file that is run: `<(…)`, or one that the text itself has written.
    private void script(Word word) {
        if (text.startsWith("<(", word.start())) {
            substitutions(word.stretch()).forEach(this::take);
        }
        written(word);
    }

    private void written(@Nullable Word name) {
        String file = name == null ? null : name.literal();
        if (file == null || file.isEmpty()) {
            return;
        }
        if (resolved.add("file " + plain(file))) {
            writers.getOrDefault(plain(file), List.of()).forEach(this::take);
        }
    }

    private static String plain(String file) {
        return file.startsWith("./") ? file.substring(2) : file;
    }

    /// What a stage reads becomes code.
    private void upstream(Stage stage) {
        for (Stage at = stage; at != null && climbed.add(at); at = at.around) {
            if (at.before != null) {
                take(at.before);
                return;
            }
            if (at != stage && !at.input().isEmpty()) {
                feed(at);
                return;
            }
            if (at.function != null && resolved.add("input of " + at.function)) {
                for (var call : called(at.function)) {
                    feed(call);
                    work.add(() -> upstream(call));
                }
            }
        }
    }

    private void feed(Stage stage) {
        stage.input().forEach(input -> becomesCode(input, stage));
    }

    private List<Stage> called(String function) {
        return calls.getOrDefault(function, List.of());
    }

    /// What a stage prints becomes code.
    private void take(Stage stage) {
        if (taken.add(stage)) {
            work.add(() -> printed(stage));
        }
    }

    private void printed(Stage stage) {
        var command = stage.command;
        if (command != null && SILENT.contains(command.name())) {
            return;
        }
        feed(stage);
        stage.inner.forEach(this::take);
        if (command != null) {
            command.words().forEach(word -> becomesCode(word, stage));
            if (resolved.add("output of " + command.name())) {
                bodies.getOrDefault(command.name(), List.of()).forEach(this::take);
            }
        }
        if (command == null || !PRINTERS.contains(command.name())) {
            upstream(stage);
        }
    }

    private void becomesCode(Fed code, @Nullable Stage at) {
        if (read.add(code)) {
            work.add(() -> follow(code, at));
        }
    }

    private void follow(Fed code, @Nullable Stage at) {
        values.addAll(code.holes());
        var stretch = code.stretch();
        substitutions(stretch).forEach(this::take);
        var around = searched.floorEntry(stretch.start());
        if (around != null && around.getValue() >= stretch.end()) {
            return;
        }
        searched.put(stretch.start(), stretch.end());
        for (var expansion : code.expansions(text)) {
            if (expansion.isPositional()) {
                positional(expansion.name(), at);
            } else {
                variable(expansion.name());
                if (!expansion.braced()) {
                    expansions.add(expansion);
                }
            }
        }
    }

    /// What the text itself gives to a variable.
    private void variable(String name) {
        if (resolved.add("value of " + name)) {
            assigned(name).forEach(value -> becomesCode(value.word(), value.around()));
            for (var reader : readers.getOrDefault(name, List.of())) {
                feed(reader);
                upstream(reader);
            }
        }
    }

    /// The arguments of a function's calls, or of `set`, are read as `$1` or `$@`.
    private void positional(String name, @Nullable Stage at) {
        String function = at == null ? null : at.enclosingFunction;
        if (!resolved.add(name + " of " + function)) {
            return;
        }
        for (var call : called(function == null ? "set" : function)) {
            if (call.command == null) {
                continue;
            }
            var words = call.command.arguments();
            for (int i = 0; i < words.size(); i++) {
                boolean all = function == null || !Character.isDigit(name.charAt(0));
                if (all || name.equals(String.valueOf(i + 1))) {
                    becomesCode(words.get(i), call);
                }
            }
        }
    }
}
