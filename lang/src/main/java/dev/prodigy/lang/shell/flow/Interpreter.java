package dev.prodigy.lang.shell.flow;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a program takes code.
enum Interpreter {
    /// All of its arguments.
    EVAL,
    TRAP,
    /// A shell: `-c CODE`, a script, or its input.
    SHELL,
    /// `-c CODE` or `-e CODE`, a script, or its input.
    SCRIPT,
    /// `-c CODE` among operands of its own, for a shell.
    RUNNER,
    /// The first operand.
    FILTER,
    /// What stands behind the host.
    REMOTE,
    CALLBACK,
    GIT;

    private static final Set<String> SHELLS = Set.of(
            "sh", "bash", "rbash", "dash", "ksh", "ksh93", "mksh", "lksh", "zsh", "ash", "yash", "posh", "fish", "csh",
            "tcsh");

    /// @param name without its directory
    static @Nullable Interpreter named(String name) {
        if (SHELLS.contains(name)) {
            return SHELL;
        }
        return switch (name) {
            case "eval", "alias", "watch" -> EVAL;
            case "trap" -> TRAP;
            case "mapfile", "readarray", "compgen", "complete" -> CALLBACK;
            case "perl", "ruby", "node", "php", "lua", "osascript", "mysql", "psql", "expect", "tclsh" -> SCRIPT;
            case "su", "runuser", "flock", "script" -> RUNNER;
            case "awk", "gawk", "mawk", "nawk", "sed", "gsed", "jq" -> FILTER;
            case "ssh" -> REMOTE;
            case "git" -> GIT;
            default -> name.startsWith("python") ? SCRIPT : null;
        };
    }

    /// @return whether a shell reads the code
    boolean isForShell() {
        return this == EVAL || this == SHELL || this == TRAP || this == RUNNER || this == GIT;
    }
}
