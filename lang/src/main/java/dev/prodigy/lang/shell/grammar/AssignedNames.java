package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The variables that a text assigns, and which of them evaluate what they are given.
final class AssignedNames {
    /// Attributes of the shell's own variables.
    private static final Set<String> BUILT_IN =
            Set.of("OPTIND", "RANDOM", "SRANDOM", "SECONDS", "HISTCMD", "LINENO", "BASHPID", "TMOUT");

    /// The shell expands what they hold when it writes a trace or starts.
    private static final Set<String> EXPANDED = Set.of("PS4", "BASH_ENV", "ENV");

    private final Set<String> integers = new HashSet<>(BUILT_IN);
    private final Set<String> integerLists = new HashSet<>();
    private final Set<String> references = new HashSet<>();
    private final Set<String> lists = new HashSet<>();
    private final Map<String, Integer> assigned = new LinkedHashMap<>();
    private final List<Hole> values = new ArrayList<>();
    private final List<Hole> declarations = new ArrayList<>();
    private final IdentityHashMap<SimpleCommand, List<String>> readers = new IdentityHashMap<>();

    /// `NAME=…` in front of or instead of a command.
    void assign(String name, Word word) {
        note(name, word.start());
        for (Hole hole : word.holes()) {
            if (!word.isName(hole)) {
                hole.join();
                hole.assignTo(name);
                values.add(hole);
            }
        }
    }

    /// A value given to a name by `declare` or its kin.
    ///
    /// @param parsed whether a list is parsed if the name is an array
    void declare(String name, Hole hole, boolean parsed) {
        hole.assignTo(name);
        values.add(hole);
        if (parsed) {
            declarations.add(hole);
        }
    }

    /// A value given to a name by a loop, or by `printf`.
    void give(String name, Word word) {
        for (Hole hole : word.holes()) {
            hole.assignTo(name);
            values.add(hole);
        }
    }

    /// Notes a variable that a command reads its input into.
    void fill(String name, SimpleCommand reader) {
        readers.computeIfAbsent(reader, _ -> new ArrayList<>()).add(name);
    }

    /// Of several names each takes a part; which one only the shell knows.
    private void read(SimpleCommand reader, List<String> names) {
        if (names.size() > 1) {
            return;
        }
        for (var hole : reader.input()) {
            if (integerLists.contains(names.getFirst())) {
                hole.demand(Guard.INTEGERS);
            } else {
                hole.assignTo(names.getFirst());
                values.add(hole);
            }
        }
    }

    /// Notes that the text gives this variable a value.
    void note(String name, int offset) {
        assigned.putIfAbsent(name, offset);
    }

    /// Notes a variable that evaluates what it is given.
    ///
    /// @param list whether it is declared as an array of such
    void integer(String name, boolean list) {
        integers.add(name);
        if (list) {
            integerLists.add(name);
        }
    }

    /// Notes a variable that refers to the one whose name it is given; what it is given from then on goes there.
    void reference(String name) {
        references.add(name);
    }

    /// @param name may end with `=` or `+=`
    void list(String name) {
        int end = name.indexOf('=');
        String bare = end < 0 ? name : name.substring(0, name.charAt(end - 1) == '+' ? end - 1 : end);
        lists.add(bare);
    }

    /// @return the names of variables that evaluate what they are given
    Set<String> integers() {
        return integers;
    }

    /// @return the assigned names with the place of their first assignment
    Map<String, Integer> assigned() {
        return assigned;
    }

    /// Applies what the whole text tells of its variables; a function may be called before or after a declaration.
    void settle() {
        readers.forEach(this::read);
        for (Hole hole : values) {
            if (integers.contains(hole.target())) {
                hole.demand(Guard.INTEGER);
            }
            if (references.contains(hole.target())) {
                hole.demand(Guard.NAME);
            }
            if (EXPANDED.contains(hole.target())) {
                hole.demand(Guard.NO_EXPANSION);
            }
        }
        for (Hole hole : declarations) {
            if (lists.contains(hole.target())) {
                hole.demand(Guard.NO_LIST);
            }
        }
    }
}
