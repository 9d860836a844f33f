/// The shell's grammar, one file for each construct (spec 01 §9.2).
///
/// Start with {@link ShellScanner} and {@link Context}: the innermost open construct takes the next characters, passes
/// them on to the draft of the script byte for byte, and opens and closes others. {@link Builtins} knows the commands
/// that evaluate their arguments, {@link AssignedNames} the variables that evaluate what they are given.
package dev.prodigy.lang.shell.grammar;
