package dev.prodigy.cli.command;

/// One command of the program. It is loaded only when it is the one that was asked for.
public interface Command {

    /// @return what it accepts; help, completion and parsing are made from it
    Signature signature();

    /// Does what the command is for.
    ///
    /// @return the exit code (spec 05 §1)
    /// @throws CommandFailure when it cannot be done
    int run(Invocation call);
}
