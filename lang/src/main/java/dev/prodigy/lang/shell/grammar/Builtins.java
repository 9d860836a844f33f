package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Identifier;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The builtin commands that evaluate their arguments, and what they therefore demand of values in them.
public final class Builtins {
    private static final Set<String> DECLARATIONS =
            Set.of("declare", "typeset", "local", "export", "readonly", "integer", "float", "nameref");
    private static final Set<String> OWN = Set.of("local", "declare", "typeset");
    private static final Set<String> TEXT_OPTIONS_OF_READ = Set.of("-p", "-d", "-n", "-N", "-t", "-u", "-i");

    private Builtins() {}

    /// @return whether this command's arguments are assignments
    public static boolean declares(String name) {
        return DECLARATIONS.contains(name);
    }

    /// Looks at the latest word of a command.
    static void guard(SimpleCommand command, Word word, ShellScanner scanner) {
        if (command.arguments().isEmpty()) {
            return;
        }
        AssignedNames names = scanner.names;
        switch (command.name()) {
            case "let" -> {
                demand(word, Guard.INTEGER);
                scanner.observer.evaluated(word.start(), word.end());
            }
            case "declare", "typeset", "local", "export", "readonly", "integer", "float", "nameref" ->
                declaration(command, word, scanner);
            case "unset" -> name(word);
            case "wait" -> {
                if (command.previous().equals("-p")) {
                    name(word);
                }
            }
            case "read" -> {
                if (!TEXT_OPTIONS_OF_READ.contains(command.previous())) {
                    name(word);
                    variable(command, word, names);
                    reads(command, word, names);
                }
            }
            case "printf" -> {
                if (command.previous().equals("-v") || word.text().startsWith("-v")) {
                    name(word);
                    variable(command, word, names);
                } else {
                    var printed = printed(command);
                    if (printed != null) {
                        names.give(printed, word);
                    }
                }
            }
            case "for", "select", "mapfile", "readarray", "getopts" -> loop(command, word, names);
            case "test", "[" -> test(command, word, scanner.dialect);
            case "shift", "exit", "return", "break", "continue", "repeat" -> {
                if (scanner.dialect.evaluatesCounts()) {
                    demand(word, Guard.INTEGER);
                }
            }
            default -> {}
        }
    }

    private static void demand(Word word, Guard guard) {
        word.holes().forEach(hole -> hole.demand(guard));
    }

    private static void name(Word word) {
        for (Hole hole : word.holes()) {
            hole.demand(word.isSubscript(hole) ? Guard.INTEGER : Guard.NAME);
        }
    }

    /// @return the variable that `printf` writes to, or null
    private static @Nullable String printed(SimpleCommand command) {
        String option = command.arguments().getFirst().literal();
        if (option == null || !option.startsWith("-v")) {
            return null;
        }
        return option.length() > 2
                ? option.substring(2)
                : command.arguments().get(1).literal();
    }

    private static void reads(SimpleCommand command, Word word, AssignedNames names) {
        String literal = word.literal();
        if (literal != null && Identifier.is(literal)) {
            names.fill(literal, command);
        }
    }

    private static void variable(SimpleCommand command, Word word, AssignedNames names) {
        String literal = word.literal();
        if (literal != null && command.words().size() > 1 && Identifier.is(literal)) {
            names.note(literal, word.start());
            if (command.previous().equals("-a")) {
                names.list(literal);
            }
        }
    }

    private static void loop(SimpleCommand command, Word word, AssignedNames names) {
        boolean first = command.words().size() == 2;
        switch (command.name()) {
            case "for", "select" -> {
                String name = command.words().get(1).literal();
                if (first) {
                    variable(command, word, names);
                } else if (name != null && command.words().size() > 3) {
                    names.give(name, word);
                }
            }
            case "mapfile", "readarray" -> {
                variable(command, word, names);
                reads(command, word, names);
                String literal = word.literal();
                if (literal != null && Identifier.is(literal)) {
                    names.list(literal);
                }
            }
            default -> {
                if (command.words().size() == 3) {
                    variable(command, word, names);
                }
            }
        }
    }

    private static void declaration(SimpleCommand command, Word word, ShellScanner scanner) {
        AssignedNames names = scanner.names;
        boolean integer = command.name().equals("integer") || command.hasOption('i');
        boolean reference = command.name().equals("nameref") || command.hasOption('n');
        boolean list = command.hasOption('a') || command.hasOption('A');
        String name = word.declared();
        if (name != null) {
            names.note(name, word.start());
            FunctionScope scope = names.scope();
            boolean own = OWN.contains(command.name()) && !command.hasOption('g') && !command.hasOption('I');
            if (scope != null && own) {
                scope.makeOwn(name);
            }
            if (integer) {
                names.integer(name, list, !command.hasOption('g'));
                scanner.observer.evaluated(Math.min(word.end(), word.start() + name.length()), word.end());
            }
            if (list) {
                names.list(name);
            }
            if (reference && (word.text().equals(name) || word.text().equals(name + "="))) {
                names.reference(name);
            }
        }
        for (Hole hole : word.holes()) {
            if (word.isSubscript(hole)) {
                hole.demand(Guard.INTEGER);
            } else if (word.isName(hole)) {
                hole.demand(integer ? Guard.BARE_NAME : Guard.NAME);
            } else {
                hole.join();
                hole.demand(ofValue(command, list || name == null));
                if (name != null) {
                    names.declare(name, hole, !command.name().equals("export"));
                }
            }
        }
    }

    private static Guard ofValue(SimpleCommand command, boolean list) {
        if (command.name().equals("integer") || command.hasOption('i')) {
            return Guard.INTEGER;
        }
        if (command.name().equals("nameref") || command.hasOption('n')) {
            return Guard.NAME;
        }
        return list ? Guard.NO_LIST : Guard.NONE;
    }

    private static void test(SimpleCommand command, Word word, Dialect dialect) {
        if (command.previous().equals("-v") || command.previous().equals("-R")) {
            name(word);
        }
        if (!dialect.evaluatesTest()) {
            return;
        }
        if (Conditional.NUMERIC.contains(command.previous())) {
            demand(word, Guard.INTEGER);
        }
        String literal = word.literal();
        int index = command.words().size() - 2;
        if (literal != null && Conditional.NUMERIC.contains(literal) && index > 0) {
            demand(command.words().get(index), Guard.INTEGER);
        }
    }
}
