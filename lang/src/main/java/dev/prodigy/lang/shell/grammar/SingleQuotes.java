package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;

/// `'…'`: nothing is special but the closing quote.
record SingleQuotes(Setting setting) implements Context {
    static SingleQuotes in(Setting around) {
        return new SingleQuotes(around.at(Place.SINGLE_QUOTES));
    }

    @Override
    public boolean spells() {
        return true;
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        if (unit.is('\'')) {
            scanner.pass(unit);
            scanner.pop();
        } else {
            scanner.spell(unit);
        }
    }

    @Override
    public boolean joinsLines() {
        return false;
    }
}
