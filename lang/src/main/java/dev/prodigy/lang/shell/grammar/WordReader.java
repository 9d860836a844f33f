package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.input.Unit;
import org.jspecify.annotations.Nullable;

/// Unquoted text made of words with blanks, comments and operators between them.
abstract sealed class WordReader implements Context permits ArrayElements, CaseClause, Commands, Conditional {
    final HeredocScope scope;
    private @Nullable Word word;
    private Setting setting = Setting.NONE;

    WordReader(HeredocScope scope) {
        this.scope = scope;
    }

    /// Takes the word that has just ended. It may open another context, or close this one.
    abstract void take(ShellScanner scanner, Word done);

    /// Reads an operator, if the unit is one here. Otherwise it is part of a word.
    abstract boolean operator(ShellScanner scanner, Unit unit);

    /// Takes the end of a line.
    boolean endLine(ShellScanner scanner) {
        return endWord(scanner);
    }

    @Override
    public final Setting setting() {
        return setting;
    }

    final @Nullable Word word() {
        return word;
    }

    @Override
    public void begin(ShellScanner scanner) {
        if (word == null) {
            word = new Word(scanner.input.offset());
            setting = Setting.of(word);
        }
    }

    /// Forgets the word: it turned out to be none.
    final void drop() {
        word = null;
        setting = Setting.NONE;
    }

    /// @return whether this context goes on reading; if not, the unit at hand is for another one
    final boolean endWord(ShellScanner scanner) {
        Word done = word;
        if (done != null) {
            done.end(scanner.input.offset());
            drop();
            take(scanner, done);
        }
        return scanner.top() == this;
    }

    @Override
    public boolean spells() {
        return true;
    }

    @Override
    public final void read(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case ' ', '\t' -> {
                if (endWord(scanner)) {
                    scanner.pass(unit);
                }
            }
            case '\n' -> {
                if (endLine(scanner)) {
                    scanner.pass(unit);
                    scope.begin(scanner);
                }
            }
            default -> {
                if (unit.is('#') && word == null) {
                    scanner.observer.comment(scanner.input.offset());
                    scanner.push(new Comment());
                } else if (unit.is('\\') && scanner.input.after(unit).is('\n')) {
                    scanner.escape(unit, "");
                } else if (!substitution(scanner, unit) && !operator(scanner, unit)) {
                    begin(scanner);
                    if (!scanner.openers.quoting(unit)) {
                        scanner.spell(unit);
                    }
                }
            }
        }
    }

    private boolean substitution(ShellScanner scanner, Unit unit) {
        boolean process =
                (unit.is('<') || unit.is('>')) && scanner.input.after(unit).is('(');
        if (process) {
            begin(scanner);
        }
        return process && scanner.openers.substitution(unit);
    }

    /// Reads a parenthesis that follows a word directly, if it begins a group of an extended pattern.
    final boolean group(ShellScanner scanner, Unit unit) {
        if (unit.is('(') && word != null && word.beginsGroup()) {
            setting.expand();
            scanner.pass(unit);
            scanner.push(PatternGroup.in(setting));
            return true;
        }
        return false;
    }

    @Override
    public void end(ShellScanner scanner) {
        endWord(scanner);
    }
}
