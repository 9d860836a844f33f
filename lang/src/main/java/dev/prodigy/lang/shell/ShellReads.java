package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.Observer;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Tokens;
import dev.prodigy.lang.shell.grammar.ShellScanner;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What a shell text may read of the names around it. Comments read nothing, nor do single quotes that nobody
/// else gets to see, and behind an assignment that is certain to take place a name is the text's own.
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
    private final Set<String> assigned = new HashSet<>();
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
            reads.assigned.addAll(
                    ShellScanner.scan(text, Dialect.BASH, body -> reads.fill(body, filled), reads.listening())
                            .assigned()
                            .keySet());
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

    /// @return the text up to where the name is certainly its own; comments are blank, and so are placeholders,
    ///     and escaped or quoted dollar signs that nobody else gets to see
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
        return code.substring(0, CertainAssignment.end(text, tokens, name));
    }

    /// @return whether the text may assign the name somewhere, be it in arithmetic
    public boolean assigns(String name) {
        return assigned.contains(name)
                || Pattern.compile("(?<![\\w$])" + Pattern.quote(name)
                                + "\\s*(?:\\+\\+|--|[^\\s\\w]{0,2}=)|(?:\\+\\+|--)" + Pattern.quote(name) + "\\b")
                        .matcher(text)
                        .find();
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
        return new Tokens(tokens) {
            @Override
            public void rewound(int start) {
                super.rewound(start);
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
}
