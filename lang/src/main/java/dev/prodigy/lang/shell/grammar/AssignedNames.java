package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The variables that a text assigns, and which of them evaluate what they are given.
final class AssignedNames {
    /// Attributes of the shell's own variables.
    private static final Set<String> BUILT_IN =
            Set.of("OPTIND", "RANDOM", "SRANDOM", "SECONDS", "HISTCMD", "LINENO", "BASHPID", "TMOUT");

    /// The shell expands what they hold when it writes a trace or starts.
    private static final Set<String> EXPANDED = Set.of("PS4", "BASH_ENV", "ENV");

    private final Set<String> integers = new HashSet<>(BUILT_IN);
    /// Of those the ones that are declared at the top.
    private final Set<String> everywhere = new HashSet<>(BUILT_IN);
    /// By function, what is declared there; a function of another one's calls sees it too.
    private final Map<FunctionScope, Set<String>> inFunctions = new HashMap<>();

    private @Nullable FunctionScope scope;
    /// Values given to a variable of the function's own.
    private final IdentityHashMap<Hole, FunctionScope> owned = new IdentityHashMap<>();

    private final IdentityHashMap<SimpleCommand, FunctionScope> ownReaders = new IdentityHashMap<>();
    private final Set<Hole> atTop = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<SimpleCommand> topReaders = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> integerLists = new HashSet<>();
    private final Set<String> references = new HashSet<>();
    private final Set<String> lists = new HashSet<>();
    private final Map<String, Integer> assigned = new LinkedHashMap<>();
    private final List<Hole> values = new ArrayList<>();
    private final List<Hole> declarations = new ArrayList<>();
    private final IdentityHashMap<SimpleCommand, List<String>> readers = new IdentityHashMap<>();

    /// @return the function whose body is read; null at the top
    @Nullable
    FunctionScope scope() {
        return scope;
    }

    /// @param entered the function whose body is read from here on; null at the top
    void enter(@Nullable FunctionScope entered) {
        scope = entered;
    }

    private void value(String name, Hole hole) {
        hole.assignTo(name);
        values.add(hole);
        if (scope == null) {
            atTop.add(hole);
        } else if (scope.isOwn(name)) {
            owned.put(hole, scope);
        }
    }

    /// `NAME=…` in front of or instead of a command.
    void assign(String name, Word word) {
        note(name, word.start());
        for (Hole hole : word.holes()) {
            if (!word.isName(hole)) {
                hole.join();
                value(name, hole);
            }
        }
    }

    /// A value given to a name by `declare` or its kin.
    ///
    /// @param parsed whether a list is parsed if the name is an array
    void declare(String name, Hole hole, boolean parsed) {
        value(name, hole);
        if (parsed) {
            declarations.add(hole);
        }
    }

    /// A value given to a name by a loop, or by `printf`.
    void give(String name, Word word) {
        word.holes().forEach(hole -> value(name, hole));
    }

    /// Notes a variable that a command reads its input into.
    void fill(String name, SimpleCommand reader) {
        readers.computeIfAbsent(reader, _ -> new ArrayList<>()).add(name);
        if (scope == null) {
            topReaders.add(reader);
        } else if (scope.isOwn(name)) {
            ownReaders.put(reader, scope);
        }
    }

    /// Of several names each takes a part; which one only the shell knows.
    private void read(SimpleCommand reader, List<String> names) {
        if (names.size() > 1) {
            return;
        }
        for (var hole : reader.input()) {
            String name = names.getFirst();
            var own = ownReaders.get(reader);
            if (own != null) {
                owned.put(hole, own);
            } else if (topReaders.contains(reader)) {
                atTop.add(hole);
            }
            if (!integerLists.contains(name)) {
                hole.assignTo(name);
                values.add(hole);
            } else if (isInteger(name, hole)) {
                hole.demand(Guard.INTEGERS);
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
    /// @param local whether it is one of the function's own
    void integer(String name, boolean list, boolean local) {
        integers.add(name);
        if (scope == null || !local) {
            everywhere.add(name);
        } else {
            inFunctions.computeIfAbsent(scope, _ -> new HashSet<>()).add(name);
        }
        if (list) {
            integerLists.add(name);
        }
    }

    /// What a function declares for itself is not there at the top, and not in a function that has declared
    /// another one of the name for itself. Which function calls which is not followed; text that could be run
    /// on any way is refused in any case, when the script is written.
    private boolean isInteger(String name, Hole hole) {
        var own = owned.get(hole);
        if (own != null) {
            return inFunctions.getOrDefault(own, Set.of()).contains(name);
        }
        return atTop.contains(hole) ? everywhere.contains(name) : integers.contains(name);
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
            String target = hole.target();
            if (target != null && isInteger(target, hole)) {
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
