/// What a command is to the rest of the program: what it accepts, what it got, how it answers.
///
/// Commands declare options as constants and ask for their values by these constants.
package dev.prodigy.cli.command;
