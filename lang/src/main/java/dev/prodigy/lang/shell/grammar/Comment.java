package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;

/// `# …`: untouched to the end of the line; an apostrophe in it opens nothing, a placeholder is not filled.
record Comment() implements Context {
    @Override
    public void read(ShellScanner scanner, Unit unit) {
        if (unit.is('\n')) {
            scanner.pop();
        } else {
            scanner.pass(unit);
        }
    }

    @Override
    public Setting setting() {
        return Setting.NONE;
    }

    @Override
    public boolean joinsLines() {
        return false;
    }
}
