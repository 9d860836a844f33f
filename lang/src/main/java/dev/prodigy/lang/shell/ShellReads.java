package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.Observer;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.grammar.ShellScanner;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What a shell text may read of the names around it. Comments read nothing, and behind an assignment that is certain
/// to take place a name is the text's own.
public final class ShellReads {
    /// What these do does not depend on variables that nobody has heard of.
    private static final Set<String> PLAIN = Set.of(
            ":",
            "[",
            "basename",
            "cat",
            "cd",
            "chmod",
            "cmp",
            "cp",
            "cut",
            "dirname",
            "echo",
            "exit",
            "false",
            "grep",
            "head",
            "ls",
            "mkdir",
            "mv",
            "printf",
            "pwd",
            "rm",
            "sleep",
            "sort",
            "tail",
            "test",
            "touch",
            "tr",
            "true",
            "wc");

    private final String text;
    private final Set<String> placeholders = new LinkedHashSet<>();
    private final List<Token> tokens = new ArrayList<>();
    private final TreeMap<Integer, Integer> comments = new TreeMap<>();
    private final TreeSet<Integer> escaped = new TreeSet<>();
    private boolean followed;

    private ShellReads(String text) {
        this.text = text;
    }

    /// @param text as the author wrote it
    /// @param filled whether a body is a placeholder's
    public static ShellReads of(String text, Predicate<String> filled) {
        var reads = new ShellReads(text);
        try {
            ShellScanner.scan(text, Dialect.BASH, body -> reads.fill(body, filled), reads.listening());
            reads.followed = true;
        } catch (Refusal tooDeep) {
            reads.tokens.clear();
            reads.comments.clear();
            reads.escaped.clear();
        }
        return reads;
    }

    /// @return the bodies of the placeholders that are filled
    public Set<String> placeholders() {
        return placeholders;
    }

    /// @return the text, as far as the name is not its own there: comments and placeholders are blank, and so are
    ///     escaped dollar signs that nobody else gets to see
    public String before(String name) {
        var code = new StringBuilder(text);
        comments.forEach((start, end) -> blank(code, start, end));
        for (var body : placeholders) {
            var written = "${" + body + "}";
            for (int at = code.indexOf(written); at >= 0; at = code.indexOf(written, at)) {
                blank(code, at, at + written.length());
            }
        }
        if (!runsOthers() && text.indexOf('>') < 0) {
            escaped.forEach(at -> blank(code, at, text.startsWith("${", at) ? at + 2 : at + 1));
        }
        return code.substring(0, certainlyAssigned(name));
    }

    /// @return whether other programs run, which may look into their environment
    public boolean runsOthers() {
        return !followed
                || tokens.stream()
                        .anyMatch(token -> token instanceof Token.Function
                                || (token instanceof Token.Simple simple
                                        && !PLAIN.contains(simple.command().name())));
    }

    private static void blank(StringBuilder code, int start, int end) {
        for (int i = start; i < end; i++) {
            code.setCharAt(i, ' ');
        }
    }

    private Fill fill(String body, Predicate<String> filled) {
        if (!filled.test(body)) {
            return new Fill.Foreign();
        }
        placeholders.add(body);
        return new Fill.Data("");
    }

    private Observer listening() {
        return new Observer() {
            @Override
            public void token(Token token) {
                tokens.add(token);
            }

            @Override
            public void rewound(int start) {
                while (!tokens.isEmpty() && tokens.getLast().at() >= start) {
                    tokens.removeLast();
                }
                comments.tailMap(start).clear();
                escaped.tailSet(start).clear();
            }

            @Override
            public void escaped(int at) {
                escaped.add(at);
            }

            @Override
            public void comment(int start) {
                int end = start;
                while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '`') {
                    end++;
                }
                comments.put(start, end);
            }
        };
    }

    /// A condition, a loop, a function, a pipe or a place behind `&&` may leave the assignment out, and one in front
    /// of a command is the command's alone.
    ///
    /// @return the end of the first assignment of the name that takes place whatever happens
    private int certainlyAssigned(String name) {
        var outermost = outermost();
        for (int i = 0; i < outermost.size(); i++) {
            if (outermost.get(i) instanceof Token.Assignment(int at, String assigned, var _)
                    && assigned.equals(name)
                    && text.startsWith(name + "=", at)
                    && begins(outermost, i)
                    && (i + 1 == outermost.size() || isSeparator(outermost.get(i + 1)))) {
                return i + 1 == outermost.size()
                        ? text.length()
                        : outermost.get(i + 1).at();
            }
        }
        return text.length();
    }

    /// @return whether nothing stands before it that decides whether it takes place
    private static boolean begins(List<Token> tokens, int index) {
        int before = index - 1;
        while (before >= 0 && tokens.get(before) instanceof Token.Operator(var _, int ch) && ch == '\n') {
            before--;
        }
        return before < 0
                || (tokens.get(before) instanceof Token.Operator(var _, int ch) ? ch == ';' : before < index - 1);
    }

    private static boolean isSeparator(Token token) {
        return token instanceof Token.Operator(var _, int ch) && (ch == ';' || ch == '\n');
    }

    /// @return the tokens that stand in nothing else; substitutions belong to their words
    private List<Token> outermost() {
        var outermost = new ArrayList<Token>();
        int depth = 0;
        for (var token : tokens) {
            switch (token) {
                case Token.Open _ -> {
                    if (depth++ == 0) {
                        outermost.add(token);
                    }
                }
                case Token.Substitution _ -> depth++;
                case Token.Close _ -> depth--;
                case Token.Simple _, Token.Operator _, Token.Function _, Token.Input _, Token.Assignment _ -> {
                    if (depth == 0) {
                        outermost.add(token);
                    }
                }
            }
        }
        return outermost;
    }
}
