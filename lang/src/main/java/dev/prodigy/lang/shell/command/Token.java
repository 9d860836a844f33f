package dev.prodigy.lang.shell.command;

/// A part of a text that tells where output goes: a simple command, or what stands around and between commands.
public sealed interface Token {
    /// @return its place in the author's text
    int at();

    /// A simple command, which may still be read.
    record Simple(int at, SimpleCommand command) implements Token {}

    /// `if`, `while`, `for`, `case`, `{` or `(` begins a command made of others.
    record Open(int at) implements Token {}

    /// `$(…)`, backquotes, `<(…)` or `>(…)` begin.
    record Substitution(int at) implements Token {}

    /// The latest thing that was opened ends.
    record Close(int at) implements Token {}

    /// One character of an operator between commands, or the end of a line.
    record Operator(int at, int ch) implements Token {}

    /// `NAME ()` or `function NAME`: what follows is its body.
    record Function(int at, String name) implements Token {}

    /// Input of a command that no command's name precedes: it may be for the group in front of it.
    record Input(int at, SimpleCommand fed) implements Token {}

    /// `NAME=…` in front of a command or alone.
    record Assignment(int at, String name, Word word) implements Token {}
}
