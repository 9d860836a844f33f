package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.input.Unit;

/// The elements of `NAME=(…)`.
final class ArrayElements extends WordReader {
    private final String name;

    /// @param name of the variable that takes them
    ArrayElements(String name, HeredocScope scope) {
        super(scope);
        this.name = name;
    }

    @Override
    void take(ShellScanner scanner, Word done) {
        for (Hole hole : done.holes()) {
            if (done.isElement(hole)) {
                hole.join();
            }
        }
        scanner.names.give(name, done);
    }

    @Override
    boolean operator(ShellScanner scanner, Unit unit) {
        if (unit.is(')')) {
            if (endWord(scanner)) {
                scanner.pass(unit);
                scanner.pop();
            }
            return true;
        }
        if (unit.is('[') && word() == null) {
            begin(scanner);
            scanner.spell(unit);
            scanner.push(ArithmeticText.subscript(setting(), null));
            return true;
        }
        return group(scanner, unit);
    }
}
