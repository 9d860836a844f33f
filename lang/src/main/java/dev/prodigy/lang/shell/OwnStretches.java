package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Stretch;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/// Where a name in a shell text is the text's own: behind an assignment that has taken place whenever the shell
/// comes there. What only one branch, a pipe, a subshell or a function assigns is its own in there, and one in
/// front of a command is the command's alone.
final class OwnStretches {
    private final String text;
    private final String name;
    private final List<Stretch> stretches = new ArrayList<>();
    private final Deque<Level> levels = new ArrayDeque<>();
    private boolean own;
    private int since;
    /// Whether what opens next is the body of a function.
    private boolean function;

    private OwnStretches(String text, String name) {
        this.text = text;
        this.name = name;
    }

    /// @param tokens of the text, in its order
    /// @return where the name is the text's own, in the order of the text
    static List<Stretch> of(String text, List<Token> tokens, String name) {
        var own = new OwnStretches(text, name);
        own.levels.push(new Level(' ', false, false));
        for (var token : tokens) {
            own.take(token);
        }
        own.end(text.length());
        own.turn(false, text.length());
        return own.stretches;
    }

    /// What one compound command has come to so far.
    private static final class Level {
        /// The first letter of what opened it; `$` for a substitution.
        private final char opener;
        private final boolean isFunction;
        /// Whether the name was own in front of it.
        private final boolean before;
        /// Whether it was own where the list and the pipeline began, and behind the list's first pipeline.
        private boolean atList;
        private boolean atPipeline;
        private boolean behindFirst;
        private boolean isInPipe;
        private boolean isInList;
        /// Whether the command that is read assigns the name; it does so when it has been read.
        private boolean assigns;
        /// Behind the condition, and at the end of each branch so far.
        private boolean behindCondition;
        private boolean isBehindCondition;
        private boolean inAllBranches = true;
        private boolean hasElse;

        Level(char opener, boolean isFunction, boolean before) {
            this.opener = opener;
            this.isFunction = isFunction;
            this.before = before;
            begin(before);
        }

        void begin(boolean own) {
            atList = own;
            atPipeline = own;
        }
    }

    private void take(Token token) {
        switch (token) {
            case Token.Open(int at) -> open(at < text.length() ? text.charAt(at) : ' ');
            case Token.Substitution _ -> open('$');
            case Token.Close(int at) -> close(at);
            case Token.Function _ -> function = true;
            case Token.Assignment(int at, String assigned, var _) ->
                level().assigns |= assigned.equals(name) && text.startsWith(name + "=", at);
            case Token.Simple(int _, var command) -> level().assigns = assigns(command);
            case Token.Operator(int at, int ch) -> operator(at, (char) ch);
            case Token.Input _ -> {}
        }
    }

    private Level level() {
        return levels.element();
    }

    private void open(char opener) {
        levels.push(new Level(opener, function, own));
        // The parentheses behind a function's name are told too, and hold nothing.
        function = function && opener == '(';
    }

    private void close(int at) {
        end(at);
        if (levels.size() == 1) {
            return;
        }
        var closed = levels.pop();
        boolean isBehind = behind(closed);
        turn(closed.before, at);
        level().assigns |= isBehind && !closed.before;
    }

    private boolean behind(Level closed) {
        if (closed.isFunction) {
            return closed.before;
        }
        return switch (closed.opener) {
            case '{' -> own;
            case 'i' -> closed.hasElse ? closed.inAllBranches && own : closed.behindCondition;
            case 'w', 'u' -> closed.behindCondition;
            default -> closed.before;
        };
    }

    private void operator(int at, char ch) {
        var level = level();
        if (ch == ';' || ch == '\n') {
            end(at);
            if (isItemEnd(at) && level.opener == 'c') {
                turn(level.before, at);
            } else if (ch == ';') {
                keyword(at, level);
            }
            level.begin(own);
        } else if (at > 0 && (text.charAt(at - 1) == ch || (ch == '&' && text.charAt(at - 1) == '|'))) {
            // The second character of an operator.
            return;
        } else if (at + 1 < text.length() && text.charAt(at + 1) == ch) {
            join(at, ch);
        } else if (ch == '|') {
            level.isInPipe = true;
            command(at);
        } else {
            boolean before = level.atList;
            end(at);
            turn(before, at);
            level.begin(own);
        }
    }

    /// `&&` or `||`: what follows may be left out.
    private void join(int at, char ch) {
        var level = level();
        pipeline(at);
        if (!level.isInList) {
            level.isInList = true;
            level.behindFirst = own;
        } else if (ch == '|') {
            turn(level.behindFirst, at);
        }
        level.atPipeline = own;
    }

    private boolean isItemEnd(int at) {
        return text.startsWith(";;", at) || text.startsWith(";&", at) || text.startsWith(";|", at);
    }

    private void keyword(int at, Level level) {
        if ((text.startsWith("then", at) || text.startsWith("do", at)) && !level.isBehindCondition) {
            level.isBehindCondition = true;
            level.behindCondition = own;
        } else if (text.startsWith("el", at)) {
            level.inAllBranches &= own;
            level.hasElse |= text.startsWith("else", at);
            turn(level.behindCondition, at);
        }
    }

    /// Ends a list of commands.
    private void end(int at) {
        var level = level();
        pipeline(at);
        if (level.isInList) {
            level.isInList = false;
            turn(level.behindFirst, at);
        }
        level.begin(own);
    }

    private void pipeline(int at) {
        command(at);
        level().isInPipe = false;
    }

    private void command(int at) {
        var level = level();
        if (level.assigns) {
            turn(true, at);
        }
        level.assigns = false;
        if (level.isInPipe) {
            turn(level.atPipeline, at);
        }
    }

    private void turn(boolean isOwn, int at) {
        if (isOwn && !own) {
            since = at;
        } else if (!isOwn && own && since < at) {
            stretches.add(new Stretch(since, at));
        }
        own = isOwn;
    }

    private boolean assigns(SimpleCommand command) {
        var arguments = command.arguments();
        return switch (command.name()) {
            case "for", "select" -> !arguments.isEmpty() && names(arguments.getFirst());
            case "read", "mapfile", "readarray", "local" -> arguments.stream().anyMatch(this::names) || sets(command);
            case "unset" -> !command.hasOption('f') && arguments.stream().anyMatch(this::names);
            case "getopts" -> arguments.size() > 1 && names(arguments.get(1));
            case "printf" ->
                arguments.size() > 1 && Objects.equals(arguments.getFirst().literal(), "-v") && names(arguments.get(1));
            case "declare", "typeset", "export", "readonly" -> sets(command);
            default -> false;
        };
    }

    private boolean names(Word word) {
        return name.equals(word.literal());
    }

    private boolean sets(SimpleCommand command) {
        return command.arguments().stream().anyMatch(word -> word.text().startsWith(name + "="));
    }
}
