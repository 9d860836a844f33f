package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.input.Unit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `[[ … ]]`: each word is one operand, and those of the numeric operators are evaluated as arithmetic.
final class Conditional extends WordReader {
    static final Set<String> NUMERIC = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");

    private @Nullable Word previous;
    private Guard next = Guard.NONE;

    Conditional(HeredocScope scope) {
        super(scope);
    }

    @Override
    void take(ShellScanner scanner, Word done) {
        if (done.plain().equals("]]")) {
            scanner.pop();
            return;
        }
        for (Hole hole : done.holes()) {
            hole.join();
            hole.demand(next == Guard.NAME && done.isSubscript(hole) ? Guard.INTEGER : next);
        }
        if (next == Guard.INTEGER) {
            scanner.observer.evaluated(done.start(), done.end());
        }
        next = Guard.NONE;
        if (NUMERIC.contains(done.plain())) {
            if (previous != null) {
                previous.holes().forEach(hole -> hole.demand(Guard.INTEGER));
                scanner.observer.evaluated(previous.start(), previous.end());
            }
            next = Guard.INTEGER;
        } else if (done.plain().equals("-v") || done.plain().equals("-R")) {
            next = Guard.NAME;
        }
        previous = done;
    }

    @Override
    boolean operator(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case '(', ')' -> {
                if (group(scanner, unit)) {
                    return true;
                }
            }
            case '&', '|', ';', '<', '>' -> {}
            default -> {
                return false;
            }
        }
        if (endWord(scanner)) {
            scanner.pass(unit);
        }
        return true;
    }
}
