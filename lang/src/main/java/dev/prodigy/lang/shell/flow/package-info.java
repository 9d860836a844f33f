/// Which values reach a shell, or another program, as code. Only a warning depends on it (spec 01 §9.3).
///
/// Start with {@link CodeFlow}; {@link CodeArguments} knows the programs that take code, {@link Stages} the pipes.
package dev.prodigy.lang.shell.flow;
