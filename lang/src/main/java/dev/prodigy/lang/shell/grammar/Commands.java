package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Fed;
import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Heredoc;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Observer;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.input.Input;
import dev.prodigy.lang.shell.input.Unit;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A list of commands: a whole text, or what stands in a subshell, a substitution or an item of a `case`.
final class Commands extends WordReader {
    private enum Closer {
        NONE,
        SUBSHELL,
        SUBSTITUTION,
        BACKQUOTE,
        BRACE,
        ITEM
    }

    private final Closer closer;
    private final @Nullable CaseClause clause;
    private final int level;
    private SimpleCommand command = new SimpleCommand();
    private Redirection redirection = Redirection.NONE;
    private int braces;
    /// What `braces` is in the bodies of functions that are open here, the innermost last.
    private final Deque<Integer> bodies = new ArrayDeque<>();
    /// Whether the name of a function was read, and its body comes next.
    private boolean defines;

    private Commands(Closer closer, HeredocScope scope, @Nullable CaseClause clause, int level) {
        super(scope);
        this.closer = closer;
        this.clause = clause;
        this.level = level;
    }

    /// @return a text of its own
    static Commands whole() {
        return new Commands(Closer.NONE, new HeredocScope(), null, 0);
    }

    /// @return what stands in `$(…)`, `<(…)` or `>(…)`
    static Commands substituted() {
        return new Commands(Closer.SUBSTITUTION, new HeredocScope(), null, 0);
    }

    /// @return what stands in backquotes of this level
    static Commands backquoted(int level) {
        return new Commands(Closer.BACKQUOTE, new HeredocScope(), null, level);
    }

    /// @return what stands in `${ …; }`
    static Commands braced() {
        return new Commands(Closer.BRACE, new HeredocScope(), null, 0);
    }

    /// @return the commands of one item of a `case`
    static Commands item(HeredocScope scope, CaseClause clause) {
        return new Commands(Closer.ITEM, scope, clause, 0);
    }

    /// @return whether the backquote that closes this level ends these commands
    boolean endsWith(int closedLevel) {
        return closer == Closer.BACKQUOTE && level == closedLevel;
    }

    /// Leaves a backquote that nothing closed: the text around it has ended, as the body of a here-document does.
    void abandon(Input input) {
        if (closer == Closer.BACKQUOTE && input.level() >= level) {
            input.leave(level);
        }
    }

    boolean isSubstitution() {
        return closer == Closer.SUBSTITUTION;
    }

    @Override
    public void begin(ShellScanner scanner) {
        if (word() == null && redirection.isHeredoc()) {
            scanner.draft.split();
        }
        super.begin(scanner);
    }

    @Override
    void take(ShellScanner scanner, Word done) {
        Redirection operator = redirection;
        redirection = Redirection.NONE;
        switch (operator) {
            case NONE -> word(scanner, done);
            case SOURCE -> {
                done.holes().forEach(Hole::join);
                command.source(done);
                told(scanner, done);
            }
            case TARGET -> {
                done.holes().forEach(Hole::join);
                command.write(done);
            }
            case TEXT -> {
                done.holes().forEach(Hole::join);
                feed(scanner, done, done);
            }
            case DESCRIPTOR -> descriptor(done);
            case SOURCE_DESCRIPTOR -> {
                descriptor(done);
                command.duplicate();
                told(scanner, done);
            }
            case HEREDOC, INDENTED_HEREDOC -> {
                done.holes().forEach(hole -> hole.demand(Guard.NOTHING));
                boolean tabs = operator == Redirection.INDENTED_HEREDOC;
                Heredoc heredoc = new Heredoc(done.text(), done.isQuoted(), tabs);
                scanner.draft.delimit(heredoc);
                scope.add(heredoc);
                feed(scanner, heredoc, done);
            }
        }
    }

    private static void descriptor(Word number) {
        number.holes().forEach(hole -> {
            hole.join();
            hole.demand(Guard.INTEGER);
        });
    }

    private void feed(ShellScanner scanner, Fed input, Word operand) {
        command.feed(input);
        told(scanner, operand);
    }

    /// Tells of input that may be for the group in front of it.
    private void told(ShellScanner scanner, Word operand) {
        if (command.isEmpty()) {
            scanner.observer.token(new Token.Input(operand.start(), command));
        }
    }

    /// Another body than one in braces is not followed to its end: all that comes then may be a part of it.
    private void body(ShellScanner scanner, boolean braced) {
        if (defines) {
            defines = false;
            scanner.names.enter(new FunctionScope(scanner.names.scope()));
            if (braced) {
                bodies.add(braces + 1);
            }
        }
    }

    private void word(ShellScanner scanner, Word done) {
        if (command.isFresh()) {
            body(scanner, done.plain().equals("{"));
        }
        if (command.isFresh() && reserved(scanner, done)) {
            return;
        }
        String variable = command.isNameless() ? done.assigned() : null;
        if (variable != null) {
            command.prefix();
            scanner.names.assign(variable, done);
            scanner.observer.token(new Token.Assignment(done.start(), variable, done));
        } else {
            command.add(done);
            begun(scanner, done);
            Builtins.guard(command, done, scanner);
            if (command.isOver()) {
                command = new SimpleCommand();
            }
        }
    }

    /// Tells of a command whose first word has ended.
    private void begun(ShellScanner scanner, Word word) {
        if (command.words().size() == 1) {
            if (command.name().equals("for") || command.name().equals("select")) {
                scanner.observer.token(new Token.Open(word.start()));
            }
            scanner.observer.token(new Token.Simple(word.start(), command));
        } else if (command.words().size() == 2 && command.name().equals("function")) {
            scanner.observer.token(new Token.Function(word.start(), word.text()));
            defines = true;
        }
    }

    /// @return whether the word is reserved, so that a command may follow it directly
    private boolean reserved(ShellScanner scanner, Word done) {
        Observer observer = scanner.observer;
        switch (done.plain()) {
            case "!", "time", "coproc" -> {}
            case "then", "else", "elif", "do" -> observer.token(new Token.Operator(done.start(), ';'));
            case "if", "while", "until" -> observer.token(new Token.Open(done.start()));
            case "fi", "done" -> observer.token(new Token.Close(done.start()));
            case "{" -> {
                braces++;
                observer.token(new Token.Open(done.start()));
            }
            case "}" -> {
                if (!bodies.isEmpty() && bodies.getLast() == braces) {
                    bodies.removeLast();
                    var ended = scanner.names.scope();
                    scanner.names.enter(ended == null ? null : ended.around());
                }
                braces--;
                observer.token(new Token.Close(done.start()));
            }
            case "case" -> {
                observer.token(new Token.Open(done.start()));
                scanner.push(new CaseClause(scope));
            }
            case "[[" -> scanner.push(new Conditional(scope));
            case "esac" -> {
                if (clause != null) {
                    observer.token(new Token.Close(done.start()));
                    scanner.pop();
                    scanner.pop();
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean endLine(ShellScanner scanner) {
        boolean here = endCommand(scanner);
        if (here) {
            scanner.observer.token(new Token.Operator(scanner.input.offset(), '\n'));
        }
        return here;
    }

    private boolean endCommand(ShellScanner scanner) {
        boolean here = endWord(scanner);
        if (here) {
            redirection = Redirection.NONE;
            command = new SimpleCommand();
        }
        return here;
    }

    @Override
    public void end(ShellScanner scanner) {
        boolean here = endCommand(scanner);
        if (here && closer != Closer.NONE && closer != Closer.ITEM) {
            scanner.observer.token(new Token.Close(scanner.input.offset()));
        }
    }

    @Override
    boolean operator(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case ';', '|', '&' -> separator(scanner, unit);
            case '<', '>' -> redirect(scanner, unit);
            case '(' -> parenthesis(scanner, unit);
            case ')' -> close(scanner, unit);
            case '}' -> {
                boolean closes = closer == Closer.BRACE && braces == 0 && word() == null && command.isFresh();
                if (closes) {
                    scanner.observer.token(new Token.Close(scanner.input.offset()));
                    scanner.pass(unit);
                    scanner.pop();
                }
                return closes;
            }
            case '[' -> {
                return subscript(scanner, unit);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void separator(ShellScanner scanner, Unit unit) {
        Unit next = scanner.input.after(unit);
        if (unit.is('&') && next.is('>')) {
            if (endWord(scanner)) {
                scanner.pass(unit);
            }
        } else if (endCommand(scanner)) {
            scanner.observer.token(new Token.Operator(scanner.input.offset(), unit.ch()));
            scanner.pass(unit);
            if (unit.is(';') && clause != null && (next.is(';') || next.is('&') || next.is('|'))) {
                scanner.pass(next);
                if (next.is(';') && scanner.input.read().is('&')) {
                    scanner.pass(scanner.input.read());
                }
                scanner.pop();
            }
        }
    }

    /// `2>` and `{fd}>` are part of the operator, any other word ends before it.
    private void redirect(ShellScanner scanner, Unit unit) {
        Word before = word();
        if (before != null && before.isDescriptor()) {
            before.holes().forEach(hole -> hole.demand(Guard.INTEGER));
            drop();
        }
        if (endWord(scanner)) {
            scanner.pass(unit);
            redirection = Redirection.read(scanner, unit);
        }
    }

    private void parenthesis(ShellScanner scanner, Unit unit) {
        Word before = word();
        boolean negated = before != null && command.isFresh() && before.plain().equals("!");
        if (!negated && group(scanner, unit)) {
            return;
        }
        var name = before != null && before.awaitsList() ? before.assigned() : null;
        if (before != null && name != null) {
            scanner.names.list(before.text());
            setting().expand();
            scanner.pass(unit);
            scanner.push(new ArrayElements(name, scope));
        } else if (endWord(scanner)) {
            if (command.words().size() == 1) {
                scanner.observer.token(new Token.Function(scanner.input.offset(), command.name()));
                defines = true;
            } else {
                body(scanner, false);
            }
            command = new SimpleCommand();
            if (!scanner.openers.arithmetic(unit)) {
                scanner.observer.token(new Token.Open(scanner.input.offset()));
                scanner.pass(unit);
                scanner.push(new Commands(Closer.SUBSHELL, scope, null, 0));
            }
        }
    }

    private void close(ShellScanner scanner, Unit unit) {
        if (!endCommand(scanner)) {
            return;
        }
        switch (closer) {
            case SUBSHELL, SUBSTITUTION -> {
                scanner.observer.token(new Token.Close(scanner.input.offset()));
                scanner.pass(unit);
                scanner.pop();
                scanner.inherit(scope);
            }
            case ITEM -> {
                scanner.pop();
                if (clause != null) {
                    scanner.pop();
                }
            }
            case NONE, BACKQUOTE, BRACE -> scanner.pass(unit);
        }
    }

    /// A bracket behind a name that may be assigned to begins a subscript.
    private boolean subscript(ShellScanner scanner, Unit unit) {
        Word before = word();
        boolean assignable = command.isNameless() || Builtins.declares(command.name());
        return before != null && before.isIdentifier() && assignable && scanner.openers.subscript(unit);
    }
}
