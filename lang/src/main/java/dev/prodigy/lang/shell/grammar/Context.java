package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;

/// One open construct of the shell's grammar. The innermost one reads what comes next.
sealed interface Context
        permits AnsiQuotes,
                ArithmeticText,
                Body,
                Comment,
                DoubleQuotes,
                Expansion,
                PatternGroup,
                SingleQuotes,
                WordReader {

    /// Reads one unit, or a few that belong together: passes them on to the script, opens and closes contexts.
    /// Never called with the end of the text, a value, or a backquote that ends a substitution.
    void read(ShellScanner scanner, Unit unit);

    /// @return what surrounds the next unit
    Setting setting();

    /// @return whether a backslash at the end of a line joins the next one to it
    default boolean joinsLines() {
        return true;
    }

    /// @return whether letters, and whatever else is never special, are only added to the word that is read here
    default boolean spells() {
        return false;
    }

    /// Begins a word if none is begun: a value or an expansion comes next, which is always part of one.
    default void begin(ShellScanner scanner) {}

    /// Takes a value that stands here.
    default void take(Hole hole) {
        Setting here = setting();
        if (here.word() != null) {
            if (here.spelled()) {
                here.word().addSpelled(hole);
            } else {
                here.word().add(hole);
            }
        }
    }

    /// Comes after the last unit, when the text around ends this context from outside.
    default void end(ShellScanner scanner) {}
}
