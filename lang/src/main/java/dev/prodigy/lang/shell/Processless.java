package dev.prodigy.lang.shell;

import java.util.Set;

/// The commands that the shell carries out itself, without a process whose arguments others could read.
final class Processless {
    static final Set<String> COMMANDS = Set.of(
            "",
            ":",
            ".",
            "[",
            "[[",
            "alias",
            "case",
            "cd",
            "declare",
            "echo",
            "eval",
            "exit",
            "export",
            "for",
            "function",
            "getopts",
            "integer",
            "let",
            "local",
            "mapfile",
            "print",
            "printf",
            "pushd",
            "popd",
            "read",
            "readarray",
            "readonly",
            "return",
            "select",
            "set",
            "shift",
            "source",
            "test",
            "trap",
            "typeset",
            "unset");

    private Processless() {}
}
