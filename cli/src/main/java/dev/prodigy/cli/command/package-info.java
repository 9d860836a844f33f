/// What a command is to the rest of the program: what it accepts, what it got, how it answers.
///
/// Commands declare options as constants and ask for their values by these constants. Only `CommandParser` knows the
/// library that reads the command line.
package dev.prodigy.cli.command;
