package dev.prodigy.lang.shell.command;

/// Is told what a text consists of while it is read.
public interface Observer {
    Observer NONE = new Observer() {};

    /// Something that tells where output goes. What stands in a word is told before the word's command.
    default void token(Token token) {}

    /// Reading goes on from an earlier place: the tokens from there on were none, and are told anew.
    default void rewound(int start) {}

    /// A comment begins here; it ends with the line, or with the backquote around it.
    default void comment(int start) {}

    /// A dollar sign that the author wrote as a mere character, escaped or in quotes that expand nothing.
    ///
    /// @param at its place in the author's text
    default void escaped(int at) {}

    /// The shell expands the variable that another one names, `${!NAME}`.
    ///
    /// @param at the place of the exclamation mark in the author's text
    default void indirect(int at) {}

    /// A stretch that the shell evaluates as arithmetic has ended. One that is read twice is told twice.
    ///
    /// @param start its place in the author's text
    /// @param end exclusive
    default void evaluated(int start, int end) {}
}
