package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Expansions;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Token;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Follows what may reach variables that evaluate what they are given as arithmetic (spec 01 §9).
public final class IntegerFlow {
    /// Print what they are given, byte for byte. What another program makes of a value is the script's affair,
    /// and warned of: `n=$(grep -c x <<< ${text})` may be given any text.
    private static final Set<String> COPIERS = Set.of("echo", "printf", "print", "cat", "for", "select");

    private final Reach reach;
    private final Set<String> integers;
    private final Set<String> mentioned = new LinkedHashSet<>();

    /// @param script the text, all of it the shell's but the values whose way is followed
    /// @param tokens of the text
    /// @param assigned the variables that it assigns
    /// @param integers those that evaluate what they are given
    public IntegerFlow(String script, List<Token> tokens, Set<String> assigned, Set<String> integers) {
        this.reach = new Reach(script, tokens, COPIERS::contains);
        this.integers = integers;
        integers.forEach(reach::variable);
        reach.follow();
        mentioned.addAll(assigned);
        Expansions.anywhere(script).forEach(read -> mentioned.add(read.name()));
    }

    /// @return the values that may reach one, or a part of which may
    public List<Hole> values() {
        return reach.values();
    }

    /// @return the variables of the script as far as it assigns or expands them
    public Set<String> mentioned() {
        return mentioned;
    }

    /// @return those of them that may hold what a program has printed, or what a file holds. What is read
    ///     together with an integer is not among them: it might be given to that one just as well
    public Set<String> unforeseen() {
        var beside = new HashSet<Stage>();
        integers.forEach(name -> beside.addAll(reach.readers(name)));
        var unforeseen = new HashSet<String>();
        for (var name : mentioned) {
            boolean printed = reach.assigned(name).stream()
                    .anyMatch(value ->
                            !reach.substitutions(value.word().stretch()).isEmpty());
            boolean read =
                    reach.readers(name).stream().anyMatch(stage -> !beside.contains(stage) && isFromOutside(stage));
            if (!integers.contains(name) && (printed || read)) {
                unforeseen.add(name);
            }
        }
        return unforeseen;
    }

    private boolean isFromOutside(Stage reader) {
        return reader.input().isEmpty()
                || reader.input().stream()
                        .anyMatch(input -> !reach.substitutions(input.stretch()).isEmpty());
    }
}
