package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Input;
import dev.prodigy.lang.shell.input.Unit;

/// `"…"`: expansions, and a backslash before what would be special.
record DoubleQuotes(Setting setting) implements Context {
    static DoubleQuotes in(Setting around) {
        return new DoubleQuotes(around.at(Place.DOUBLE_QUOTES));
    }

    @Override
    public boolean spells() {
        return true;
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case '"' -> {
                scanner.pass(unit);
                scanner.pop();
            }
            case '\\' -> {
                switch (scanner.input.after(unit).ch()) {
                    case '$', '`', '"', '\\', '\n', Input.HOLE -> scanner.escape(unit, "\\\\");
                    default -> scanner.spell(unit);
                }
            }
            case '`' -> scanner.openers.backquote(unit);
            case '$' -> scanner.openers.dollar(unit, false);
            default -> scanner.spell(unit);
        }
    }
}
