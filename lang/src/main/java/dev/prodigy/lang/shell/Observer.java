package dev.prodigy.lang.shell;

/// Is told what a text consists of while it is read. A stretch that is read twice is told twice.
interface Observer {
    Observer NONE = new Observer() {};

    /// A simple command with all its words has ended.
    default void command(SimpleCommand command) {}

    /// A stretch that the shell evaluates as arithmetic has ended.
    ///
    /// @param start its place in the author's text
    /// @param end exclusive
    default void evaluated(int start, int end) {}
}
