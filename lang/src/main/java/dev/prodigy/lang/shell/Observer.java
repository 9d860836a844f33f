package dev.prodigy.lang.shell;

/// Is told what a text consists of while it is read. A stretch that is read twice is told twice.
interface Observer {
    Observer NONE = new Observer() {};

    /// A simple command with all its words has ended.
    default void command(SimpleCommand command) {}
}
