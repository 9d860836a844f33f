package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Observer;
import dev.prodigy.lang.shell.input.Fills;
import dev.prodigy.lang.shell.input.Input;
import dev.prodigy.lang.shell.input.Unit;
import dev.prodigy.lang.shell.input.WorkBound;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Resolver;
import dev.prodigy.lang.shell.script.ScriptDraft;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads a shell text by the shell's grammar, fills its placeholders, and notes where each value stands.
public final class ShellScanner {
    /// In characters read anew.
    private static final int COST_OF_REWINDING = 50;

    final Input input;
    final ScriptDraft draft = new ScriptDraft();
    final AssignedNames names = new AssignedNames();
    final Openers openers = new Openers(this);
    final Dialect dialect;
    final Observer observer;

    private final Fills fills;
    private final WorkBound patience;
    private final Contexts open = new Contexts();
    /// Where a double parenthesis or a bracket turned out not to begin arithmetic.
    private final TreeSet<Long> notArithmetic = new TreeSet<>();

    /// A point to go back to.
    record Mark(
            Input.Mark input,
            ScriptDraft.Mark draft,
            int open,
            int heredocs,
            long position,
            @Nullable FunctionScope scope,
            DelimiterLine.@Nullable Mark line) {}

    private ShellScanner(String text, Dialect dialect, Resolver resolver, Observer observer) {
        this.input = new Input(text);
        this.dialect = dialect;
        this.observer = observer;
        this.patience = new WorkBound(input, text.length());
        this.fills = new Fills(input, resolver, patience, text.length());
    }

    /// @throws Refusal when a placeholder has no value, or the nesting cannot be followed
    public static ShellScanner scan(String text, Dialect dialect, Resolver resolver, Observer observer) {
        ShellScanner scanner = new ShellScanner(text, dialect, resolver, observer);
        scanner.push(Commands.whole());
        scanner.run();
        scanner.names.settle();
        return scanner;
    }

    /// @return the script with the places of the values
    public ScriptDraft draft() {
        return draft;
    }

    /// @return the variables that the text assigns, with the place of their first assignment
    public Map<String, Integer> assigned() {
        return names.assigned();
    }

    /// @return the variables that evaluate as arithmetic what they are given, assigned or not
    public Set<String> integers() {
        return names.integers();
    }

    private void run() {
        while (true) {
            if (passPlain()) {
                continue;
            }
            if (!(top() instanceof Comment)) {
                fills.fillAhead();
            }
            input.joinLines(top().joinsLines());
            Unit unit = input.read();
            if (unit.ch() == Input.END) {
                if (unwind(0)) {
                    return;
                }
            } else if (unit.closes() > 0) {
                closeBackquote(unit);
            } else if (unit.isHole()) {
                place();
            } else if (!fill(unit)) {
                top().read(this, unit);
            }
            endBody();
        }
    }

    /// Most of a text is letters. They are read in one go where no line can end a here-document.
    ///
    /// @return whether there were any
    private boolean passPlain() {
        int length = top().spells() && open.body() < 0 ? input.plain() : 0;
        if (length == 0) {
            return false;
        }
        top().begin(this);
        String plain = input.ahead(length);
        var setting = top().setting();
        for (int i = 0; i < length; i++) {
            setting.spell(plain.charAt(i), false);
        }
        draft.append(plain, plain.charAt(length - 1));
        input.advance(length);
        return true;
    }

    /// @return whether the unit began a placeholder, or an escaped one, and is dealt with
    private boolean fill(Unit unit) {
        if (!unit.is('$') || unit.length() != 1 || top() instanceof Comment) {
            return false;
        }
        if (input.atEscape()) {
            input.skipTo(input.index() + 1);
            if (top().setting().place().isLiteral()) {
                observer.escaped(input.offset());
            }
            top().read(this, input.read());
            return true;
        }
        if (fills.fill()) {
            return true;
        }
        if (top().setting().place().isLiteral()) {
            observer.escaped(input.offset());
        }
        return false;
    }

    private void place() {
        top().begin(this);
        Hole hole = new Hole(input.blank(), top().setting());
        top().take(hole);
        draft.add(hole);
        input.advance(1);
        watch(Input.HOLE);
    }

    Context top() {
        return open.top();
    }

    void push(Context context) {
        open.push(context);
    }

    /// Closes the innermost context.
    void pop() {
        open.shrink(open.size() - 1);
    }

    /// Ends all contexts from this index inwards, because the text around them ends.
    ///
    /// @return false if arithmetic among them turned out to be none, and reading goes on from its beginning
    private boolean unwind(int from) {
        ArithmeticText tentative = open.tentative(from);
        if (tentative != null) {
            rewind(tentative);
            return false;
        }
        while (open.size() > from) {
            Context ended = top();
            end(ended);
            if (ended instanceof Commands commands) {
                commands.abandon(input);
            }
        }
        return true;
    }

    /// Ends and closes a context, which may close itself or others when its last word ends.
    private void end(Context context) {
        int size = open.size();
        context.end(this);
        if (open.size() >= size) {
            open.shrink(size - 1);
        }
    }

    private void closeBackquote(Unit unit) {
        int index = open.backquoted(unit.closes());
        if (unwind(index + 1)) {
            Context closed = top();
            end(closed);
            pass(unit);
            input.leave(unit.closes());
            if (closed instanceof Commands commands) {
                inherit(commands.scope);
            }
        }
    }

    /// Ends the body of a here-document when its last line was read.
    private void endBody() {
        int index = open.body();
        if (index < 0 || !(open.get(index) instanceof Body body)) {
            return;
        }
        boolean closed = body.line().isMatched()
                && index > 0
                && open.get(index - 1) instanceof Commands commands
                && commands.isSubstitution()
                && input.read().is(')');
        if ((body.line().isComplete() || closed) && unwind(index + 1)) {
            end(body);
            body.scope().begin(this);
        }
    }

    /// Moves the here-documents that a closed context still awaits to the commands around it.
    void inherit(HeredocScope scope) {
        HeredocScope outer = open.scope();
        if (outer != null && outer != scope) {
            scope.moveTo(outer);
        }
    }

    /// Passes a unit on to the script.
    void pass(Unit unit) {
        draft.append(input.raw(unit), unit.ch());
        input.advance(unit.length());
        watch(unit.ch());
    }

    private void watch(int ch) {
        DelimiterLine line = open.line();
        if (line != null) {
            line.take(ch);
        }
    }

    /// Passes on a unit that is a part of the word's own text.
    void spell(Unit unit) {
        top().setting().spell(unit.ch(), false);
        pass(unit);
    }

    /// Passes on a backslash and what it quotes.
    ///
    /// @param instead what to write for a backslash before a value, which needs no quoting
    void escape(Unit backslash, String instead) {
        Unit next = input.after(backslash);
        if (next.isHole()) {
            replace(backslash, instead);
        } else {
            pass(backslash);
            if (next.ch() != Input.END && next.closes() == 0) {
                if (next.is('$')) {
                    observer.escaped(input.offset());
                }
                if (next.ch() != '\n') {
                    top().setting().spell(next.ch(), true);
                }
                pass(next);
            }
        }
    }

    /// Writes other shell text in the place of a unit.
    void replace(Unit unit, String text) {
        String raw = text;
        for (int level = input.level(); level > 0; level--) {
            raw = raw.replace("\\", "\\\\");
        }
        draft.append(raw, Input.HOLE);
        input.advance(unit.length());
    }

    /// @return whether it is known that no arithmetic begins at the cursor
    boolean isNotArithmetic() {
        return notArithmetic.contains(input.position());
    }

    WorkBound patience() {
        return patience;
    }

    Mark mark() {
        DelimiterLine line = open.line();
        return new Mark(
                input.mark(),
                draft.mark(),
                open.size(),
                open.heredocs(),
                input.position(),
                names.scope(),
                line == null ? null : line.mark());
    }

    /// Goes back to where arithmetic began that turned out to be none.
    void rewind(ArithmeticText arithmetic) {
        Mark mark = arithmetic.fallback();
        if (mark == null) {
            throw new IllegalStateException("nowhere to go back to");
        }
        patience.spend(input.position() - mark.position() + COST_OF_REWINDING);
        notArithmetic.tailSet(mark.position(), false).clear();
        notArithmetic.add(mark.position());
        open.shrink(mark.open());
        open.shrinkHeredocs(mark.heredocs());
        input.back(mark.input());
        observer.rewound(input.offset());
        draft.back(mark.draft());
        names.enter(mark.scope());
        DelimiterLine line = open.line();
        if (line != null && mark.line() != null) {
            line.back(mark.line());
        }
    }
}
