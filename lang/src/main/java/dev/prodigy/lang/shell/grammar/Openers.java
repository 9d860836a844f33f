package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.input.Input;
import dev.prodigy.lang.shell.input.Unit;
import dev.prodigy.lang.shell.request.Identifier;

/// Reads what opens a quoted string or an expansion, alike wherever the shell looks for them.
final class Openers {
    private static final int DEEPEST_BACKQUOTE = 8;

    private final ShellScanner scanner;

    Openers(ShellScanner scanner) {
        this.scanner = scanner;
    }

    /// Reads a quote, an expansion or a backslash of unquoted text.
    ///
    /// @return whether the unit is one of them
    boolean quoting(Unit unit) {
        Setting here = scanner.top().setting();
        switch (unit.ch()) {
            case '\\' -> scanner.escape(unit, "");
            case '\'' -> {
                here.quote();
                open(SingleQuotes.in(here), unit);
            }
            case '"' -> {
                here.quote();
                open(DoubleQuotes.in(here), unit);
            }
            case '`' -> backquote(unit);
            case '$' -> dollar(unit, true);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void open(Context context, Unit... units) {
        for (Unit unit : units) {
            scanner.pass(unit);
        }
        scanner.push(context);
    }

    void backquote(Unit unit) {
        if (scanner.input.level() == DEEPEST_BACKQUOTE) {
            throw scanner.patience().tooDeep();
        }
        Setting around = scanner.top().setting();
        around.expand();
        scanner.observer.token(new Token.Substitution(scanner.input.offset()));
        scanner.pass(unit);
        scanner.input.enter(around.place() == Place.DOUBLE_QUOTES);
        scanner.push(Commands.backquoted(scanner.input.level()));
    }

    /// Reads a dollar and what it introduces.
    ///
    /// @param quotes whether `$'…'` is a string here
    void dollar(Unit dollar, boolean quotes) {
        Setting around = scanner.top().setting();
        Unit next = scanner.input.after(dollar);
        switch (next.ch()) {
            case '{' -> {
                around.expand();
                open(new Expansion(around), dollar, next);
            }
            case '(' -> {
                around.expand();
                if (!arithmetic(dollar)) {
                    scanner.observer.token(new Token.Substitution(scanner.input.offset()));
                    open(Commands.substituted(), dollar, next);
                }
            }
            case '[' -> {
                around.expand();
                open(ArithmeticText.subscript(around, null), dollar, next);
            }
            case '$' -> {
                scanner.spell(dollar);
                scanner.spell(next);
            }
            case Input.HOLE -> scanner.replace(dollar, around.arithmetic() ? "$" : "\\$");
            default -> {
                if (next.is('\'') && quotes && scanner.dialect.ansiQuotes()) {
                    around.quote();
                    open(AnsiQuotes.in(around), dollar, next);
                } else {
                    scanner.spell(dollar);
                    if (scanner.dialect.bareSubscripts()) {
                        bareSubscript();
                    }
                }
            }
        }
    }

    private void bareSubscript() {
        StringBuilder name = new StringBuilder();
        Unit unit = scanner.input.read();
        while (unit.ch() >= 0 && Identifier.isPart((char) unit.ch(), name.isEmpty())) {
            name.append((char) unit.ch());
            scanner.spell(unit);
            unit = scanner.input.read();
        }
        if (!name.isEmpty() && unit.is('[')) {
            subscript(unit);
        }
    }

    /// Opens `((` or `$((`, unless it is known to be a subshell.
    boolean arithmetic(Unit first) {
        Unit second = scanner.input.after(first);
        Unit third = scanner.input.after(first, second);
        boolean dollar = first.is('$');
        boolean twice = second.is('(') && (!dollar || third.is('('));
        if (!twice || scanner.isNotArithmetic()) {
            return false;
        }
        ShellScanner.Mark mark = scanner.mark();
        if (dollar) {
            open(ArithmeticText.parentheses(scanner.top().setting(), mark), first, second, third);
        } else {
            open(ArithmeticText.parentheses(Setting.NONE, mark), first, second);
        }
        return true;
    }

    /// Opens a subscript, unless it is known that no bracket closes it.
    boolean subscript(Unit bracket) {
        if (scanner.isNotArithmetic()) {
            return false;
        }
        ShellScanner.Mark mark = scanner.mark();
        Setting around = scanner.top().setting();
        scanner.spell(bracket);
        scanner.push(ArithmeticText.subscript(around, mark));
        return true;
    }

    /// Opens `<(…)` or `>(…)`.
    boolean substitution(Unit operator) {
        Unit next = scanner.input.after(operator);
        boolean angle = operator.is('<') || operator.is('>');
        if (!angle || !next.is('(')) {
            return false;
        }
        scanner.top().setting().expand();
        scanner.observer.token(new Token.Substitution(scanner.input.offset()));
        open(Commands.substituted(), operator, next);
        return true;
    }
}
