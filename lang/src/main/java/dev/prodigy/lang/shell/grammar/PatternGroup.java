package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;

/// `@(…|…)` and its kin inside a word: blanks and bars belong to it, up to the parenthesis that closes it.
record PatternGroup(Setting setting) implements Context {
    static PatternGroup in(Setting around) {
        return new PatternGroup(around.expanding());
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        if (unit.is(')')) {
            scanner.pass(unit);
            scanner.pop();
        } else if (unit.is('(')) {
            scanner.pass(unit);
            scanner.push(new PatternGroup(setting));
        } else if (!scanner.openers.quoting(unit)) {
            scanner.pass(unit);
        }
    }

    @Override
    public void take(Hole hole) {
        hole.join();
        Context.super.take(hole);
    }
}
