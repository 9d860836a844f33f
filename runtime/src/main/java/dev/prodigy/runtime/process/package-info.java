/// Runs the processes of steps: starts them, reads what they print, ends them with all they have started (spec 03
/// §13).
package dev.prodigy.runtime.process;
