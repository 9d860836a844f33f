package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;

/// `$'…'`: backslash escapes, nothing else.
record AnsiQuotes(Setting setting) implements Context {
    static AnsiQuotes in(Setting around) {
        return new AnsiQuotes(around.at(Place.ANSI_QUOTES));
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        if (unit.is('\'')) {
            scanner.pass(unit);
            scanner.pop();
        } else if (unit.is('\\')) {
            scanner.escape(unit, "\\\\");
        } else {
            scanner.spell(unit);
        }
    }

    @Override
    public boolean joinsLines() {
        return false;
    }
}
