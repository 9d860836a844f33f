package dev.prodigy.lang.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the values that a command gives to another interpreter as part of its code (spec 01 §9.3).
final class CodeArguments {
    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "dash", "ksh", "ksh93", "mksh", "zsh", "ash", "fish");
    /// Run the program named by one of their arguments.
    private static final Set<String> LAUNCHERS = Set.of(
            "command",
            "builtin",
            "exec",
            "sudo",
            "doas",
            "env",
            "nice",
            "nohup",
            "time",
            "timeout",
            "setsid",
            "stdbuf",
            "flock",
            "xargs",
            "find",
            "parallel",
            "docker",
            "podman",
            "kubectl",
            "chroot");

    private final List<Word> words;
    private final List<Hole> holes = new ArrayList<>();
    private final List<Word> taken = new ArrayList<>();

    private CodeArguments(List<Word> words) {
        this.words = words;
    }

    /// @return the values in code, in no particular order
    static List<Hole> of(SimpleCommand command) {
        CodeArguments code = new CodeArguments(command.words());
        int at = code.program();
        Interpreter interpreter = code.interpreter(at);
        if (interpreter != null) {
            boolean given = code.take(interpreter, at + 1);
            if (!given && interpreter.readsInput()) {
                code.holes.addAll(command.input());
            }
        }
        return code.holes;
    }

    /// @return the words that hold code which the shell expands first
    static List<Word> code(SimpleCommand command) {
        CodeArguments code = new CodeArguments(command.words());
        int at = code.program();
        Interpreter interpreter = code.interpreter(at);
        if (interpreter != null) {
            code.take(interpreter, at + 1);
        }
        return interpreter == Interpreter.EVAL || interpreter == Interpreter.SHELL ? code.taken : List.of();
    }

    /// @return whether the command is a shell that has no code among its arguments
    static boolean readsCode(SimpleCommand command) {
        CodeArguments code = new CodeArguments(command.words());
        int at = code.program();
        return code.interpreter(at) == Interpreter.SHELL
                && (!code.take(Interpreter.SHELL, at + 1)
                        || code.words.stream()
                                .skip(at + 1)
                                .anyMatch(word -> word.text().equals("-s")));
    }

    /// @return whether the command is a shell that reads its code from a file or from its input
    static boolean readsScript(SimpleCommand command) {
        CodeArguments code = new CodeArguments(command.words());
        return code.interpreter(code.program()) == Interpreter.SHELL
                && code(command).isEmpty();
    }

    private int program() {
        if (words.isEmpty() || !LAUNCHERS.contains(name(0))) {
            return 0;
        }
        for (int i = 1; i < words.size(); i++) {
            if (interpreter(i) != null) {
                return i;
            }
        }
        return 0;
    }

    private @Nullable Interpreter interpreter(int index) {
        return index < words.size() ? Interpreter.named(name(index)) : null;
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
    private boolean take(Interpreter interpreter, int from) {
        return switch (interpreter) {
            case EVAL -> {
                add(from, words.size());
                yield true;
            }
            case SHELL, SCRIPT -> afterOption(interpreter, from);
            case FILTER -> filter(name(from - 1), from);
            case REMOTE -> remote(from);
            case TRAP -> {
                add(from, from + 1);
                yield true;
            }
            case CALLBACK -> {
                callbacks(from);
                yield true;
            }
        };
    }

    /// `-c CODE`, `-lc CODE`, `-e CODE`.
    private boolean afterOption(Interpreter interpreter, int from) {
        boolean given = false;
        for (int i = from; i < words.size(); i++) {
            String literal = literal(i);
            if (!literal.startsWith("-") || literal.startsWith("--")) {
                if (!given && !literal.startsWith("--")) {
                    return true;
                }
            } else if (interpreter.isCodeOption(literal)) {
                add(i + 1, i + 2);
                if (interpreter == Interpreter.SHELL) {
                    return true;
                }
                given = true;
                i++;
            }
        }
        return given;
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
        boolean given = false;
        for (int i = from; i < words.size(); i++) {
            String literal = literal(i);
            boolean option = literal.startsWith("-") && literal.length() > 1;
            if (!option) {
                if (!given) {
                    add(i, i + 1);
                }
                return true;
            }
            if (name.equals("sed") && (literal.equals("-e") || literal.equals("--expression"))) {
                add(i + 1, i + 2);
                given = true;
                i++;
            } else if (literal.equals("-f") || literal.equals("--file") || literal.equals("--from-file")) {
                given = true;
                i++;
            } else {
                i += valuesOf(name, literal);
            }
        }
        return given;
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

    /// Everything behind the host is code for the shell there.
    private boolean remote(int from) {
        int host = from;
        while (literal(host).startsWith("-")) {
            boolean takesValue = literal(host).length() == 2
                    && "bcDEeFIiJLlmOopQRSWw".indexOf(literal(host).charAt(1)) >= 0;
            host += takesValue ? 2 : 1;
        }
        add(host + 1, words.size());
        return host + 1 < words.size();
    }

    private void add(int from, int to) {
        for (int i = from; i < to && i < words.size(); i++) {
            holes.addAll(words.get(i).holes());
            taken.add(words.get(i));
        }
    }

    /// How a program takes code.
    private enum Interpreter {
        EVAL,
        TRAP,
        SHELL,
        SCRIPT,
        FILTER,
        REMOTE,
        CALLBACK;

        static @Nullable Interpreter named(String name) {
            if (SHELLS.contains(name)) {
                return SHELL;
            }
            return switch (name) {
                case "eval", "alias", "watch" -> EVAL;
                case "trap" -> TRAP;
                case "mapfile", "readarray", "compgen", "complete" -> CALLBACK;
                case "perl", "ruby", "node", "php", "lua", "osascript", "mysql", "psql", "su", "runuser" -> SCRIPT;
                case "awk", "gawk", "mawk", "nawk", "sed", "gsed", "jq" -> FILTER;
                case "ssh" -> REMOTE;
                default -> name.startsWith("python") ? SCRIPT : null;
            };
        }

        boolean isCodeOption(String option) {
            return switch (this) {
                case SHELL -> option.indexOf('c') > 0;
                case SCRIPT -> "ceEprR".indexOf(option.charAt(option.length() - 1)) >= 0;
                case EVAL, TRAP, FILTER, REMOTE, CALLBACK -> false;
            };
        }

        boolean readsInput() {
            return this == SHELL || this == SCRIPT || this == REMOTE;
        }
    }
}
