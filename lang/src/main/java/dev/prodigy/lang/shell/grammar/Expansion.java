package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.input.Unit;
import dev.prodigy.lang.shell.request.Dialect;

/// `${…}` of the shell: a name, perhaps a subscript, perhaps an operator with its operand.
final class Expansion implements Context {
    private enum Part {
        FIRST,
        FLAGS,
        NAME,
        OPERAND
    }

    private final Setting around;
    private Setting setting;
    private Part part = Part.FIRST;
    private boolean replaces;

    Expansion(Setting around) {
        this.around = around.expanding();
        this.setting = this.around;
    }

    @Override
    public Setting setting() {
        return setting;
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        if (unit.is('}')) {
            scanner.pass(unit);
            scanner.pop();
            return;
        }
        switch (part) {
            case FIRST -> first(scanner, unit);
            case FLAGS -> {
                scanner.pass(unit);
                part = unit.is(')') ? Part.FIRST : Part.FLAGS;
            }
            case NAME -> name(scanner, unit);
            case OPERAND -> operand(scanner, unit);
        }
    }

    /// The first character is never an operator: `${#x}`, `${!x}`, `${-:-x}`. A blank makes it `${ command; }`.
    private void first(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case ' ', '\t', '\n', '|' -> {
                scanner.pop();
                scanner.observer.token(new Token.Substitution(scanner.input.offset()));
                scanner.push(Commands.braced());
            }
            case '(' -> {
                scanner.pass(unit);
                part = Part.FLAGS;
            }
            default -> {
                part = Part.NAME;
                if (unit.is('!')) {
                    scanner.observer.indirect(scanner.input.offset());
                }
                if (!scanner.openers.quoting(unit)) {
                    scanner.pass(unit);
                }
            }
        }
    }

    private void name(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case '[' -> {
                scanner.pass(unit);
                scanner.push(ArithmeticText.subscript(around, null));
            }
            case ':' -> {
                Unit next = scanner.input.after(unit);
                scanner.pass(unit);
                switch (next.ch()) {
                    case '-', '=', '?', '+' -> {
                        scanner.pass(next);
                        part = Part.OPERAND;
                    }
                    default -> {
                        scanner.pop();
                        scanner.push(ArithmeticText.offset(around));
                    }
                }
            }
            case '-', '=', '?', '+', '@' -> operator(scanner, unit, around);
            case '#', '%' -> operator(scanner, unit, pattern(scanner.dialect));
            case '^', ',' -> operator(scanner, unit, literalPattern());
            case '/' -> {
                operator(scanner, unit, literalPattern());
                replaces = true;
                if (scanner.input.read().is('/')) {
                    scanner.pass(scanner.input.read());
                }
            }
            default -> {
                if (!scanner.openers.quoting(unit)) {
                    scanner.pass(unit);
                }
            }
        }
    }

    private void operator(ShellScanner scanner, Unit unit, Setting operand) {
        scanner.pass(unit);
        part = Part.OPERAND;
        setting = operand;
    }

    /// What `#` and `%` take away is a pattern, whatever stands around.
    private Setting pattern(Dialect dialect) {
        if (around.place() != Place.HEREDOC) {
            return literalPattern();
        }
        Place place = dialect.literalPatterns() ? Place.HEREDOC : Place.HEREDOC_PATTERN;
        return new Setting(place, false, around.word(), false);
    }

    private Setting literalPattern() {
        return new Setting(Place.PATTERN, false, around.word(), false);
    }

    private void operand(ShellScanner scanner, Unit unit) {
        boolean quoted = setting.place().quoted();
        switch (unit.ch()) {
            case '/' -> {
                if (replaces) {
                    replaces = false;
                    setting = around.at(Place.REPLACEMENT);
                }
                scanner.pass(unit);
            }
            case '\\' -> scanner.escape(unit, quoted ? "\\\\" : "");
            case '\'' -> {
                scanner.pass(unit);
                if (!quoted) {
                    scanner.push(SingleQuotes.in(setting));
                }
            }
            case '$' -> scanner.openers.dollar(unit, !quoted);
            default -> {
                if (!scanner.openers.quoting(unit)
                        && !(setting.place() == Place.UNQUOTED && scanner.openers.substitution(unit))) {
                    scanner.pass(unit);
                }
            }
        }
    }
}
