/// Which values reach a shell, or another program, as code, of which the author is warned (spec 01 §9.3), and
/// which may reach a variable that evaluates what it is given, where they must not be code (§9).
///
/// Start with {@link CodeFlow} and {@link IntegerFlow}; {@link Reach} follows for both, {@link CodeArguments}
/// knows the programs that take code, {@link Stages} the pipes.
package dev.prodigy.lang.shell.flow;
