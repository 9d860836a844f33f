package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Expansions;
import dev.prodigy.lang.shell.command.Fed;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.SimpleCommand;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Follows what reaches some places of a script: through arguments, pipes, groups, functions, substitutions,
/// files and the script's own variables. It rather follows too much.
final class Reach {
    private static final Set<String> MATCHERS = Set.of("grep", "egrep", "fgrep");
    /// Read nothing.
    private static final Set<String> PRINTERS = Set.of("echo", "printf", "print", "for", "select");
    private final String text;
    private final Predicate<String> prints;
    private final Map<String, List<Stages.Assigned>> assigned = new HashMap<>();
    private final Map<String, List<Stage>> readers = new HashMap<>();
    private final Map<String, List<Stage>> bodies = new HashMap<>();
    private final Map<String, List<Stage>> calls = new HashMap<>();
    private final List<Stage> stages;
    private final List<Stages.Assigned> assignments;
    private final List<Stage> substitutions;

    /// The `getopts` that parse the arguments of the script or a function.
    private final List<Stage> parsers = new ArrayList<>();

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
    /// @param prints whether a command of a name, if it is no function, prints what it is given
    Reach(String text, List<Token> tokens, Predicate<String> prints) {
        this.text = text;
        this.prints = prints;
        Stages read = Stages.of(tokens);
        this.stages = read.all;
        this.assignments = read.assigned;
        this.substitutions =
                read.all.stream().filter(stage -> stage.substitution).toList();
        read.assigned.forEach(this::define);
        read.all.forEach(this::index);
    }

    /// Follows all that was begun.
    void follow() {
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }

    /// @return every stage, a group before what is in it
    List<Stage> stages() {
        return stages;
    }

    /// @return what is assigned, `NAME=…`
    List<Stages.Assigned> assignments() {
        return assignments;
    }

    /// @return the stages that read a variable from their input
    List<Stage> readers(String name) {
        return readers.getOrDefault(name, List.of());
    }

    /// @return the values that were reached
    List<Hole> values() {
        return values;
    }

    /// @return the variables of the shell whose values were reached
    List<Expansions.Read> expansions() {
        return expansions;
    }

    /// @return the words that are assigned to a variable of the script's own
    List<Stages.Assigned> assigned(String name) {
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
                if (command.name().equals("select")) {
                    reads("REPLY", stage);
                }
                if (!arguments.isEmpty()) {
                    arguments.stream()
                            .skip(2)
                            .forEach(word -> define(arguments.getFirst().text(), word, stage));
                }
            }
            case "read", "mapfile", "readarray" -> {
                reads(command.name().equals("read") ? "REPLY" : "MAPFILE", stage);
                arguments.forEach(word -> reads(bare(word.text()), stage));
            }
            case "printf" -> {
                String option = arguments.isEmpty() ? "" : arguments.getFirst().text();
                if (option.startsWith("-v")) {
                    boolean apart = option.length() == 2 && arguments.size() > 1;
                    String name = apart ? arguments.get(1).text() : option.substring(2);
                    arguments.forEach(word -> define(bare(name), word, stage));
                }
            }
            case "getopts" -> {
                arguments.stream().skip(2).forEach(word -> define("OPTARG", word, stage));
                if (arguments.size() < 3) {
                    parsers.add(stage);
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

    private void reads(String name, Stage stage) {
        readers.computeIfAbsent(name, key -> new ArrayList<>()).add(stage);
    }

    /// @return the name without a subscript
    private static String bare(String name) {
        int bracket = name.indexOf('[');
        return bracket < 0 ? name : name.substring(0, bracket);
    }

    /// A file that is read: `<(…)`, or one that the text itself has written.
    void script(Word word) {
        if (text.startsWith("<(", word.start())) {
            substitutions(word.stretch()).forEach(this::take);
        }
        written(word);
    }

    void written(@Nullable Word name) {
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

    /// What a stage reads is reached.
    void upstream(Stage stage) {
        for (Stage at = stage; at != null && climbed.add(at); at = at.around) {
            if (at.before != null) {
                take(at.before);
                return;
            }
            at.sources().forEach(this::script);
            if (at.readsDescriptor()) {
                anything();
            }
            if (at != stage && !at.input().isEmpty()) {
                feed(at);
                return;
            }
            if (at.sources().stream().anyMatch(file -> !text.startsWith("/dev/", file.start()))) {
                return;
            }
            if (at.function != null && resolved.add("input of " + at.function)) {
                for (var call : called(at.function)) {
                    feed(call);
                    work.add(() -> upstream(call));
                }
            }
        }
        if (resolved.add("input of the shell")) {
            stages.stream().filter(Stage::redirectsShell).forEach(this::redirected);
        }
    }

    private void redirected(Stage shell) {
        feed(shell);
        shell.sources().forEach(this::script);
        if (shell.readsDescriptor()) {
            anything();
        }
    }

    /// Where a descriptor leads is not followed.
    private void anything() {
        if (resolved.add("descriptors")) {
            for (var stage : stages) {
                feed(stage);
                stage.sources().forEach(this::script);
                take(stage);
            }
        }
    }

    void feed(Stage stage) {
        stage.input().forEach(input -> reached(input, stage));
    }

    private List<Stage> called(String function) {
        return calls.getOrDefault(function, List.of());
    }

    /// What a stage prints is reached.
    void take(Stage stage) {
        if (taken.add(stage)) {
            work.add(() -> printed(stage));
        }
    }

    /// What matches a pattern is printed, not the pattern.
    private static List<Word> told(SimpleCommand command) {
        if (!MATCHERS.contains(command.name())) {
            return command.words();
        }
        var told = new ArrayList<>(command.arguments());
        told.removeIf(word -> word.text().startsWith("-"));
        return told.isEmpty() ? told : told.subList(1, told.size());
    }

    private void printed(Stage stage) {
        var command = stage.command;
        if (command != null && !prints.test(command.name()) && !bodies.containsKey(command.name())) {
            return;
        }
        feed(stage);
        stage.inner.stream().filter(inner -> !inner.isRead).forEach(this::take);
        if (command != null) {
            told(command).forEach(word -> reached(word, stage));
            if (resolved.add("output of " + command.name())) {
                bodies.getOrDefault(command.name(), List.of()).forEach(this::take);
            }
        }
        if (command == null || !PRINTERS.contains(command.name())) {
            upstream(stage);
        }
    }

    void reached(Fed input, @Nullable Stage at) {
        if (read.add(input)) {
            work.add(() -> follow(input, at));
        }
    }

    private void follow(Fed input, @Nullable Stage at) {
        values.addAll(input.holes());
        var stretch = input.stretch();
        substitutions(stretch).forEach(this::take);
        var around = searched.floorEntry(stretch.start());
        if (around != null && around.getValue() >= stretch.end()) {
            return;
        }
        searched.put(stretch.start(), stretch.end());
        for (var expansion : input.expansions(text)) {
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
    void variable(String name) {
        if (resolved.add("value of " + name)) {
            assigned(name).forEach(value -> reached(value.word(), value.around()));
            for (var reader : readers(name)) {
                feed(reader);
                upstream(reader);
            }
            if (name.equals("OPTARG")) {
                parsers.forEach(parser -> positional("@", parser));
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
                    reached(words.get(i), call);
                }
            }
        }
    }
}
