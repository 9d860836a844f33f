package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds what a command gives to another interpreter as code (spec 01 §9.3).
final class CodeArguments {
    /// Run the program named by one of their arguments.
    private static final Set<String> LAUNCHERS = Set.of(
            "command",
            "builtin",
            "exec",
            "sudo",
            "doas",
            "env",
            "nice",
            "ionice",
            "nohup",
            "time",
            "timeout",
            "setsid",
            "stdbuf",
            "flock",
            "xargs",
            "find",
            "parallel",
            "busybox",
            "docker",
            "podman",
            "kubectl",
            "strace",
            "unshare",
            "nsenter",
            "chroot");

    /// Only print or compare their arguments.
    private static final Set<String> HARMLESS =
            Set.of("echo", "printf", "print", "test", "[", "grep", "egrep", "fgrep", "rg", "case", "for", "select");

    private static final Set<String> FILLERS = Set.of("xargs", "parallel");
    private static final Pattern NAMES_SHELL =
            Pattern.compile("\"?\\$(\\{?\\w*(SHELL|BASH|ZSH|_SH)\\b.*|\\((which|command -v|type -p) \\w*sh\\)\"?)");

    private static final int LONGEST_SHELL = 60;

    private final String text;
    private final SimpleCommand command;
    private final List<Word> words;
    private final List<Word> code = new ArrayList<>();
    private final @Nullable Interpreter interpreter;
    private boolean given;
    private boolean fromInput;

    private CodeArguments(String text, SimpleCommand command) {
        this.text = text;
        this.command = command;
        this.words = command.words();
        int at = program();
        this.interpreter = interpreter(at);
        if (interpreter != null) {
            given = take(interpreter, at + 1);
        }
        if (!words.isEmpty() && name(0).equals("env")) {
            splitString();
        }
    }

    /// @param text that the command stands in
    static CodeArguments of(String text, SimpleCommand command) {
        return new CodeArguments(text, command);
    }

    /// @return the values in code of any language, in no particular order
    List<Hole> values() {
        var holes = new ArrayList<Hole>();
        code.forEach(word -> holes.addAll(word.holes()));
        boolean readsInput = interpreter == Interpreter.SCRIPT || interpreter == Interpreter.REMOTE;
        if (readsInput && !given) {
            holes.addAll(command.input());
        }
        return holes;
    }

    /// @return the words that hold shell code, which the shell expands first
    List<Word> shellCode() {
        boolean forShell = (interpreter != null && interpreter.isForShell()) || name(0).equals("env");
        return forShell ? code : List.of();
    }

    /// @return whether the command is a shell, here or elsewhere, that reads its code from its input
    boolean readsInput() {
        boolean reads = interpreter == Interpreter.SHELL || interpreter == Interpreter.REMOTE;
        return (reads && !given) || fromInput;
    }

    /// @return whether the command is a shell that has no code among its arguments
    boolean readsScript() {
        return interpreter == Interpreter.SHELL && code.isEmpty();
    }

    /// `xargs sh -c` takes the code from its input; `xargs -I{} sh -c 'ls {}'` a part of it, as
    /// `xargs ssh host` does.
    boolean fillsCode() {
        if (words.isEmpty() || !(FILLERS.contains(name(0)) || FILLERS.contains(command.name()))) {
            return false;
        }
        boolean open = literal(words.size() - 1).matches("-[a-z]*c") && interpreter == Interpreter.SHELL;
        boolean alone = command.name().equals("parallel")
                && command.arguments().stream().allMatch(word -> word.text().startsWith("-"));
        String hole = replaced();
        return open
                || alone
                || interpreter == Interpreter.REMOTE
                || code.stream().anyMatch(word -> word.text().contains(hole));
    }

    private String replaced() {
        for (int i = 1; i < words.size(); i++) {
            if (literal(i).equals("-I") && !literal(i + 1).isEmpty()) {
                return literal(i + 1);
            }
            if (literal(i).startsWith("-I") && literal(i).length() > 2) {
                return literal(i).substring(2);
            }
        }
        return "{}";
    }

    private int program() {
        if (words.isEmpty() || HARMLESS.contains(name(0))) {
            return 0;
        }
        boolean launches = LAUNCHERS.contains(name(0));
        for (int i = 1; i < words.size(); i++) {
            var found = interpreter(i);
            boolean runs = found == Interpreter.SHELL && literal(i + 1).matches("-[a-z]*c");
            if (found != null && (launches || runs)) {
                return i;
            }
        }
        return 0;
    }

    private @Nullable Interpreter interpreter(int index) {
        if (index >= words.size()) {
            return null;
        }
        return namesShell(words.get(index)) ? Interpreter.SHELL : Interpreter.named(name(index));
    }

    /// `$SHELL`, `"${BASH}"`, `$(which sh)`.
    private boolean namesShell(Word word) {
        int length = word.end() - word.start();
        return length > 0
                && length <= LONGEST_SHELL
                && text.substring(word.start(), word.end()).indexOf('$') >= 0
                && NAMES_SHELL.matcher(text.substring(word.start(), word.end())).matches();
    }

    private String name(int index) {
        String literal = literal(index);
        return literal.substring(literal.lastIndexOf('/') + 1);
    }

    private String literal(int index) {
        String literal = index < words.size() ? words.get(index).literal() : null;
        return literal == null ? "" : literal;
    }

    /// @return whether the arguments hold or name the code, so that it is not read from the input
    private boolean take(Interpreter program, int from) {
        return switch (program) {
            case EVAL -> {
                add(from, words.size());
                yield true;
            }
            case SHELL -> shell(from);
            case SCRIPT -> script(from);
            case RUNNER -> runner(from);
            case FILTER -> filter(name(from - 1), from);
            case REMOTE -> remote(from);
            case TRAP -> {
                int action = literal(from).equals("--") ? from + 1 : from;
                add(action, action + 1);
                yield true;
            }
            case CALLBACK -> {
                callbacks(from);
                yield true;
            }
            case GIT -> {
                code.addAll(GitShellArguments.of(words.subList(from, words.size())));
                yield true;
            }
        };
    }

    /// `-c CODE`, `-lc CODE`, `-o pipefail -c CODE`, `-c -x CODE`; without `-c` a script, or the input.
    private boolean shell(int from) {
        boolean codeFollows = false;
        for (int i = from; i < words.size(); i++) {
            String option = literal(i);
            boolean letters = option.matches("[-+][a-zA-Z]+");
            if (letters) {
                codeFollows |= option.startsWith("-") && option.indexOf('c') > 0;
                fromInput |= option.startsWith("-") && option.indexOf('s') > 0;
                i += option.endsWith("o") || option.endsWith("O") ? 1 : 0;
            } else if (option.equals("--rcfile") || option.equals("--init-file")) {
                i++;
            } else if (!option.startsWith("-")) {
                if (codeFollows) {
                    add(i, i + 1);
                }
                return true;
            }
        }
        return codeFollows;
    }

    /// `-c CODE`, `-e CODE`, `-ne CODE`.
    private boolean script(int from) {
        boolean taken = false;
        for (int i = from; i < words.size(); i++) {
            String literal = literal(i);
            if (!literal.startsWith("-") || literal.startsWith("--")) {
                if (!taken && !literal.startsWith("--")) {
                    return true;
                }
            } else if ("ceEprR".indexOf(literal.charAt(literal.length() - 1)) >= 0) {
                add(i + 1, i + 2);
                taken = true;
                i++;
            }
        }
        return taken;
    }

    /// `-c CODE` behind at most one operand: a user, a lock, a file.
    private boolean runner(int from) {
        int operands = 0;
        for (int i = from; i < words.size() && operands < 2; i++) {
            String option = words.get(i).text();
            if (option.matches("-[a-z]*c|--(session-)?command")) {
                add(i + 1, i + 2);
                return true;
            }
            if (option.matches("(?s)-c.+|--(session-)?command=.*")) {
                add(i, i + 1);
                return true;
            }
            operands += option.startsWith("-") || option.matches("\\d+") ? 0 : 1;
        }
        return false;
    }

    /// `env -S 'sh -c CODE'` makes words of a text.
    private void splitString() {
        for (int i = 1; i < words.size(); i++) {
            String option = words.get(i).text();
            if (option.equals("-S") || option.equals("--split-string")) {
                add(i + 1, i + 2);
            } else if (option.matches("(?s)-S.+|--split-string=.*")) {
                add(i, i + 1);
            }
        }
    }

    /// `-C COMMAND` of `mapfile` and `complete`, `-W WORDS` that completion expands.
    private void callbacks(int from) {
        for (int i = from; i < words.size(); i++) {
            if (literal(i).equals("-C") || literal(i).equals("-W")) {
                add(i + 1, i + 2);
            }
        }
    }

    /// The first operand of `awk`, `sed` and `jq` is the code, unless an option gives it.
    private boolean filter(String name, int from) {
        boolean taken = false;
        for (int i = from; i < words.size(); i++) {
            String literal = literal(i);
            boolean option = literal.startsWith("-") && literal.length() > 1;
            if (!option) {
                if (!taken) {
                    add(i, i + 1);
                }
                return true;
            }
            if (name.endsWith("sed") && (literal.equals("-e") || literal.equals("--expression"))) {
                add(i + 1, i + 2);
                taken = true;
                i++;
            } else if (literal.equals("-f") || literal.equals("--file") || literal.equals("--from-file")) {
                taken = true;
                i++;
            } else {
                i += valuesOf(name, literal);
            }
        }
        return taken;
    }

    /// @return how many words belong to an option
    private static int valuesOf(String name, String option) {
        return switch (name) {
            case "jq" ->
                switch (option) {
                    case "--arg", "--argjson", "--slurpfile", "--rawfile" -> 2;
                    case "-L", "--indent" -> 1;
                    default -> 0;
                };
            case "sed" -> option.equals("-l") ? 1 : 0;
            default -> option.equals("-F") || option.equals("-v") ? 1 : 0;
        };
    }

    /// Everything behind the host is code for the shell there, which may be told to read more from its input.
    private boolean remote(int from) {
        int host = from;
        while (literal(host).startsWith("-")) {
            boolean takesValue = literal(host).length() == 2
                    && "bcDEeFIiJLlmOopQRSWw".indexOf(literal(host).charAt(1)) >= 0;
            host += takesValue ? 2 : 1;
        }
        add(host + 1, words.size());
        for (int i = host + 1; i < words.size(); i++) {
            boolean shell = Interpreter.named(name(i)) == Interpreter.SHELL;
            fromInput |= shell
                    && !literal(i + 1).matches("-[a-z]*c")
                    && (i + 1 == words.size() || literal(i + 1).startsWith("-"));
        }
        return host + 1 < words.size();
    }

    private void add(int from, int to) {
        for (int i = from; i < to && i < words.size(); i++) {
            code.add(words.get(i));
        }
    }
}
