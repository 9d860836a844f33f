/// What comes into a run from outside before it begins: parameters, env files, secrets, the profile (spec 01 §12, §13).
///
/// Start with {@link InputReading}.
package dev.prodigy.runtime.run.input;
