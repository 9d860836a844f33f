package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;
import org.jspecify.annotations.Nullable;

/// Text that the shell evaluates as an arithmetic expression, where any value but an integer would be code.
final class ArithmeticText implements Context {
    private final Setting setting;
    private final char opener;
    private final char closer;
    private final ShellScanner.@Nullable Mark fallback;
    private int depth;
    private int start = -1;

    private ArithmeticText(Setting around, char opener, char closer, ShellScanner.@Nullable Mark fallback) {
        this.setting = around.evaluated();
        this.opener = opener;
        this.closer = closer;
        this.fallback = fallback;
    }

    /// `((…))` and `$((…))`, unless they turn out to be a subshell in parentheses.
    ///
    /// @param fallback where to begin anew in that case
    static ArithmeticText parentheses(Setting around, ShellScanner.Mark fallback) {
        return new ArithmeticText(around, '(', ')', fallback);
    }

    /// `$[…]`, or the subscript of an array.
    ///
    /// @param fallback where to begin anew when no bracket closes it; null when it cannot be anything else
    static ArithmeticText subscript(Setting around, ShellScanner.@Nullable Mark fallback) {
        return new ArithmeticText(around, '[', ']', fallback);
    }

    /// What follows the colon of `${x:…}`.
    static ArithmeticText offset(Setting around) {
        return new ArithmeticText(around, '{', '}', null);
    }

    /// @return where to begin anew when the text ends before this does
    ShellScanner.@Nullable Mark fallback() {
        return fallback;
    }

    @Override
    public Setting setting() {
        return setting;
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        if (start < 0) {
            start = scanner.input.offset();
        }
        if (unit.is(closer) && depth == 0) {
            close(scanner, unit);
        } else if (!scanner.openers.quoting(unit)) {
            depth += unit.is(opener) ? 1 : unit.is(closer) ? -1 : 0;
            scanner.pass(unit);
        }
    }

    private void close(ShellScanner scanner, Unit unit) {
        if (closer == ')') {
            if (!scanner.input.after(unit).is(')')) {
                scanner.rewind(this);
                return;
            }
            scanner.observer.evaluated(start, scanner.input.offset());
            scanner.pass(unit);
            scanner.pass(scanner.input.read());
            scanner.pop();
        } else {
            scanner.observer.evaluated(start, scanner.input.offset());
            scanner.pop();
            scanner.spell(unit);
        }
    }
}
